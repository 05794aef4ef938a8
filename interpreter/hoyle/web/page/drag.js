/** A card that can be chosen may also be carried to where it goes. */

const START = 9;

/**
 * @param {{canDrag: (card: any) => boolean, drop: (card: any, target: Element | null) => void}} how
 */
export function draggable({ canDrag, drop }) {
  let held = null;

  const lift = (event) => {
    const ghost = held.card.firstElementChild.cloneNode(true);
    const box = held.card.firstElementChild.getBoundingClientRect();
    ghost.classList.add("carried");
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.setProperty("--w", `${box.width}px`);
    document.body.append(ghost);
    held = { ...held, ghost, dx: held.x - box.left, dy: held.y - box.top };
    held.card.classList.add("away");
    carry(event);
  };

  const carry = (event) => {
    held.ghost.style.setProperty("left", `${event.clientX - held.dx}px`);
    held.ghost.style.setProperty("top", `${event.clientY - held.dy}px`);
  };

  const end = () => {
    held?.ghost?.remove();
    held?.card.classList.remove("away");
    held = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const card = /** @type {any} */ (event.target).closest?.("#app .card[data-id]");
    if (card && event.button === 0 && canDrag(card)) held = { card, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > START) lift(event);
    else if (held.ghost) carry(event);
  });
  document.addEventListener("pointerup", (event) => {
    if (!held?.ghost) return end();
    const { card } = held;
    const target = document.elementsFromPoint(event.clientX, event.clientY).find((node) => !node.closest(".carried") && !card.contains(node)) ?? null;
    end();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    drop(card, target);
  });
  document.addEventListener("pointercancel", end);
}

/** The click that a browser makes of the end of a drag is none. */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
