"""A rulebook for people, made from a definition.

`book` puts it together as Markdown, `page` makes a page of that. What values, conditions and steps are in English is
said by `values`, `conditions` and `steps`; all of them look names up in a `scope.Scope`. Nothing here knows more about
a game than its tree and its model say: where a thing cannot be said in words it is shown as it is written.
"""
