//! Playable introduction of Congress.

use rules::{Expected, IntroductionStep, Text};

/// The steps, in order.
pub(super) static STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        start: "1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "You are Red: bring your eight pawns together. A pawn moves by the colour of its square. The one on e8 stands on red and goes straight, like a rook: move it.",
            "Vous avez les rouges : réunissez vos huit pions. Un pion se déplace selon la couleur de sa case. Celui en e8 est sur du rouge et va tout droit, comme une tour : déplacez-le.",
        ),
        expected: Expected::Moves(&["e8e5", "e8e7", "e8e6", "e8e4", "e8e3", "e8f8"]),
        otherwise: Some(Text::new(
            "That is a move too, but this time move the pawn on e8.",
            "C'est aussi un coup, mais cette fois déplacez le pion en e8.",
        )),
        reply: None,
        success: Text::new(
            "From blue a pawn takes one step, like a king; from green it jumps like a knight, even over others. Signs on the squares remind you.",
            "Depuis le bleu, un pion fait un pas, comme un roi ; depuis le vert, il saute comme un cavalier, même par-dessus les autres. Les signes sur les cases le rappellent.",
        ),
    },
    IntroductionStep {
        start: "1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "Can it capture? Try to move the pawn from e8 onto the blue pawn on d8.",
            "Peut-il prendre ? Essayez de mener le pion de e8 sur le pion bleu en d8.",
        ),
        expected: Expected::Refusals(&["e8d8"]),
        otherwise: Some(Text::new(
            "That square is empty. Try d8, where the blue pawn stands.",
            "Cette case est vide. Essayez d8, où se trouve le pion bleu.",
        )),
        reply: None,
        success: Text::new(
            "Nobody is ever captured: all eight pawns stay, and pawns only stand in each other's way.",
            "On ne prend jamais : les huit pions restent, et les pions ne font que se gêner.",
        ),
    },
    IntroductionStep {
        start: "1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "From yellow a pawn goes along a diagonal, like a bishop, as far as the next yellow square. Move the pawn on a2.",
            "Depuis le jaune, un pion va en diagonale, comme un fou, au plus jusqu'à la case jaune suivante. Déplacez le pion en a2.",
        ),
        expected: Expected::Moves(&["a2f7", "a2b3", "a2c4", "a2d5", "a2e6"]),
        otherwise: Some(Text::new(
            "Use the pawn on a2: it stands on yellow.",
            "Prenez le pion en a2 : il est sur du jaune.",
        )),
        reply: None,
        success: Text::new(
            "It could go no farther than f7, which is yellow. From red it is the same along rows and columns: the next red square is the last.",
            "Il ne pouvait pas dépasser f7, qui est jaune. Depuis le rouge, c'est pareil en ligne droite : la case rouge suivante est la dernière.",
        ),
    },
    IntroductionStep {
        start: "8/2xx4/3x1o2/2xx2o1/3xx3/1o3x2/4o1o1/o3o1o1 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "Pawns are joined when they stand side by side, in a row or a column. Seven of yours are; the one on f3 touches them only at a corner. Join it and win.",
            "Des pions sont reliés quand ils sont côte à côte, en ligne ou en colonne. Sept des vôtres le sont ; celui en f3 ne les touche que par un coin. Reliez-le et gagnez.",
        ),
        expected: Expected::Win("f3e3"),
        otherwise: Some(Text::new(
            "Not all eight are joined yet: corner to corner does not count. Bring f3 beside the pawn on e4.",
            "Les huit ne sont pas encore reliés : par le coin, cela ne compte pas. Amenez f3 à côté du pion en e4.",
        )),
        reply: None,
        success: Text::new(
            "All eight form one group: the game ends at once, and you win. The number of groups is counted beside each name.",
            "Les huit forment un seul groupe : la partie s'arrête et vous gagnez. Le nombre de groupes est compté à côté de chaque nom.",
        ),
    },
    IntroductionStep {
        start: "2o1ox2/1ooxxx2/1oooxx2/1o3x2/8/1x6/8/8 x BYGRRGBY/GYRYYYBR/RBGBGRGB/YRBGBYRG/BGRYBGRY/YRBBYRGB/RGYGRBYG/GBYRGBYR classic",
        task: Text::new(
            "Blue is faster here: its pawn on e8 would go to d8 and unite all eight. Stand in its way on d8.",
            "Ici, Bleu est plus rapide : son pion en e8 irait en d8 et réunirait les huit. Barrez-lui la route en d8.",
        ),
        expected: Expected::Moves(&["e6d8", "e7d8"]),
        otherwise: Some(Text::new(
            "Then Blue plays e8 to d8 and wins. Jump onto d8 yourself, from green or along the diagonal.",
            "Alors Bleu joue e8 en d8 et gagne. Occupez d8 vous-même, en sautant depuis le vert ou par la diagonale.",
        )),
        reply: None,
        success: Text::new(
            "Blue has to find another way. Look at the other side too: being one move faster is everything.",
            "Bleu doit trouver un autre chemin. Regardez aussi l'autre camp : tout se joue à un coup près.",
        ),
    },
    IntroductionStep {
        start: "5o2/7x/1x6/1xxx4/1x1xx1oo/7o/1o4o1/2o2o2 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB classic",
        task: Text::new(
            "Your last pawn is far away on h7, but it stands on red. Find the move that joins it.",
            "Votre dernier pion est loin, en h7, mais sur du rouge. Trouvez le coup qui le relie.",
        ),
        expected: Expected::Win("h7b7"),
        otherwise: Some(Text::new(
            "Not joined yet: it must stand right beside, above or below one of the others.",
            "Pas encore relié : il doit être juste à côté, au-dessus ou au-dessous d'un autre.",
        )),
        reply: None,
        success: Text::new(
            "All joined: you win. Gather near the middle, keep the ways open, and watch Blue's groups. Have a good game!",
            "Tous reliés : vous gagnez. Rassemblez-vous vers le centre, gardez les chemins libres et surveillez les groupes de Bleu. Bonne partie !",
        ),
    },
];
