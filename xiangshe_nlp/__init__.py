"""Clauses, actions and actors of the ritual texts: 鄉射禮 and whatever chapter you bring."""
