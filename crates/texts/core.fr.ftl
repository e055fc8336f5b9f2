# Ce que dit le noyau en français : règles, salles et réponses à la page, où qu'il tourne, navigateur compris.
# core.en.ftl dit la même chose en anglais. Ce que disent les programmes autour (ligne de commande, terminal, serveur)
# est dans fr.ftl, que le noyau du navigateur n'a pas.

## Jeux

unknown-game = il n'y a pas de jeu « { $name } » (jeux : { $known })
unknown-game-near = il n'y a pas de jeu « { $name } », vouliez-vous dire { $near } ? (jeux : { $known })
think-no-lesson = { $game } n'a pas de joueur minimax à observer

## Fins de partie, après « Victoire du joueur 2 : » ou « Match nul : »

end-agreed = d'un commun accord
end-resigned = l'adversaire abandonne
end-flagged = l'adversaire n'a plus de temps
end-abandoned = l'adversaire est parti
end-abandoned-draw = l'adversaire est parti, et la nulle a été réclamée
end-aborted = la partie a été annulée

## Refus dans une salle

refused-try-again = cela n'a pas marché, recommencez
refused-stale = trop tard : la partie a continué entre-temps
refused-not-yours = ce joueur n'est pas le vôtre
refused-watching = vous regardez cette partie ; c'est celui qui l'a commencée qui la joue
refused-too-long = cette partie a trop duré : commencez-en une autre à partir d'ici
refused-protocol = ce serveur parle la version { $version } du protocole : rechargez la page
refused-no-hello = dites d'abord bonjour
refused-bad-message = ce n'est pas un message du protocole
refused-slow-down = trop de messages à la fois, moins vite
refused-full = trop de personnes regardent déjà cette partie
refused-no-secret = dites d'abord bonjour avec le secret de la place
refused-busy = le moteur a trop à faire en ce moment, recommencez dans un instant
refused-analysis-browser = ce serveur n'analyse pas : votre navigateur le fait, avec la page de ce serveur
refused-no-engine = le moteur ne peut pas être chargé pour le moment ; un nouvel essai suit

## Demandes refusées

about = { $name } : { $text }
problem-not-found = il n'y a rien ici
problem-too-large = c'est trop long
problem-host = ce serveur ne porte pas ce nom
problem-origin = seule la page elle-même peut faire cela
problem-blocked = l’exploitant de ce serveur vous en a exclu
problem-busy = le serveur a trop à faire, recommencez
problem-overdue = le serveur y passe trop de temps en ce moment ; réessayez plus tard, ou avec moins à la fois
problem-not-stored = ce n'est pas encore enregistré, recommencez dans un instant
problem-no-page = une page d'une liste se demande par l'heure et l'identifiant de l'élément qui précède
problem-too-many = c'était trop souvent, attendez un instant
problem-timeout = la requête a mis trop de temps à arriver
problem-failed = quelque chose n'a pas marché ici
problem-unreadable = cela ne peut pas être lu : { $error }
problem-no-utf8 = ce n'est pas du texte en UTF-8
problem-no-json = ligne { $line }, colonne { $column } : ce n'est pas du JSON
problem-json-ends = le JSON finit trop tôt
problem-field-missing = le champ « { $name } » manque
problem-field-unknown = il n'y a pas de champ « { $name } » ici
problem-field-twice = le champ « { $name } » est donné deux fois
problem-kind = il faut ici { $kind }
problem-length = il faut ici une liste d'une autre longueur
problem-no-boolean = il faut ici true ou false
problem-no-number = il faut ici un nombre
problem-large-number = ce nombre est trop grand
problem-value = ce n'est pas possible ici
problem-seat-secret = le secret d'une place a 32 chiffres hexadécimaux en minuscules
kind-whole = un nombre entier de { $least } à { $most }
kind-number = un nombre
kind-boolean = true ou false
kind-text = un texte
kind-list = une liste
kind-object = un objet
problem-no-game = il n'y a pas de jeu « { $name } »
problem-no-opponent = il n'y a pas d'adversaire « { $name } »
problem-clock = une pendule va d'une seconde à un jour
problem-no-hint = pas de conseil dans une partie pendant que deux personnes la jouent
problem-depth = la profondeur est un nombre de 1 à { $most }
problem-no-analysis = pas d'analyse d'une partie pendant que deux personnes la jouent
problem-own-game = l'ordinateur n'aide pas dans une partie que vous, ou quelqu'un de votre réseau, jouez contre une personne
problem-step = pas d'étape de ce numéro : cette introduction en a { $steps }
problem-stale = cela a été changé ailleurs entre-temps
problem-too-deep = les variantes sont trop imbriquées
problem-long-analysis = c'est trop pour une analyse : { $moves } coups au plus
problem-long-comment = ce commentaire est trop long
problem-no-mark = « { $mark } » n'est pas un signe pour un coup
problem-no-match = il n'y a pas de partie « { $id } » ici
problem-no-link = ce lien ne mène à rien qui puisse être analysé
problem-no-record = il n'y a pas de partie dans ce fichier
problem-no-tiles = ce jeu n'a pas de quadrants
problem-quota = vous avez enregistré tout ce que ce serveur garde pour un visiteur : supprimez des analyses ou des quadrants dont vous n'avez plus besoin
problem-storage-full = ce serveur n'a plus de place pour d'autres parties et analyses ; celles qui existent continuent, et son administrateur peut faire de la place
problem-tile-taken = il y a déjà un quadrant nommé « { $name } »
problem-tile-changed = ce quadrant a été modifié ou supprimé ailleurs entre-temps
problem-tiles-full = il n'y a pas de place pour plus de { $most } quadrants à vous
problem-file-lengths = les longueurs ne sont pas celles des fichiers
problem-no-parent = coup { $index } : le coup précédent vient plus loin dans la liste, ou manque
problem-many-files = on peut apporter au plus { $most } fichiers à la fois
problem-fair-games = au plus { $most } parties, avec des scores entre 0 et 1
problem-many-matches = { $most } parties au plus à la fois
problem-profile-format = ce n'est pas le fichier d'un profil : « { $format } » attendu
problem-picture-option = « { $value } » n’est pas possible ici : { $allowed }
problem-picture-size = une image a de { $least } à { $most } pixels
problem-picture-entries = il n’y a que { $entries } entrées dans cette partie
problem-picture-start = ce jeu a beaucoup de plateaux : il faut une position de départ pour l’image
problem-incompatible = une version plus récente du programme a continué cette partie, recommencez dans un instant

## Légendes des parties partagées

share-heading = { $game } : { $first } – { $second }
share-computer = ordinateur ({ $level })
share-nobody = une place libre
share-wins = { $winner } gagne : { $reason }
share-wins-score = { $winner } gagne { $score } : { $reason }
share-draw = match nul : { $reason }
share-turn = à jouer : { $name }, { $moves ->
    [0] au départ
    [one] après { $moves } coup
   *[other] après { $moves } coups
}
share-waiting = en attente de joueurs
share-position = { $game } : une position

# Problèmes.
problem-puzzle-moves = ce ne sont pas les coups joués jusqu'ici et celui qui est essayé
problem-missing-data = un fichier nécessaire n'a pas été chargé
share-puzzle = { $game } : problème
share-puzzle-task = { $name } au trait : trouvez le seul bon coup
