# Ce que dit la page en français.
