# What the page says in English.
