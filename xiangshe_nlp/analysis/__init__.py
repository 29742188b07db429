"""Questions put to the tables: every function takes DataFrames and returns one, and says what a row is.

| module | question |
|---|---|
| `coverage` | what does each witness carry, what is missing, what is damaged? |
| `acts` | which acts count, in which order? |
| `frequency` | what is done how often, by whom, in which part of the rite? |
| `style`, `chunks` | how do the commentators write? |
| `cooccurrence` | who acts toward, after and beside whom? |
| `audit`, `audit_words`, `audit_subjects` | what do the translations drop, where do they part from the base text? |
| `stats` | intervals, null models and corrections that all of them use |
"""
