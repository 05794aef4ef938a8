"""Two games side by side: what differs in their rules, where they part, and what that does to play.

`rules` reads the difference off the syntax trees; `parting` plays both alongside; `measures` says what is looked at in
a game, `statistics` how sure one can be, `run` plays until the answer is clear, `page` shows it all.
"""
