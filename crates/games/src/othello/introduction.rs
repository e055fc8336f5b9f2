//! Playable introduction of Othello.

use rules::{Expected, IntroductionStep, Text};

/// The steps, in order.
pub(super) static STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        start: "8/8/8/3ox3/3xo3/8/8/8 x",
        task: Text::new(
            "You are Black, and you start. Choose one of the four squares with a dot.",
            "Vous avez les noirs et vous commencez. Choisissez une des quatre cases marquées d'un point.",
        ),
        expected: Expected::AnyMove("d3"),
        otherwise: None,
        reply: None,
        success: Text::new(
            "The white disc was caught between your new disc and another black one: it has turned black.",
            "Le pion blanc était pris entre votre nouveau pion et un autre pion noir : il est devenu noir.",
        ),
    },
    IntroductionStep {
        start: "8/8/8/3ox3/3xo3/8/8/8 x",
        task: Text::new(
            "Why only there? Try the corner a1, at the top left.",
            "Pourquoi seulement là ? Essayez le coin a1, en haut à gauche.",
        ),
        expected: Expected::Refusals(&["a1"]),
        otherwise: Some(Text::new(
            "That move is allowed. This time, try the corner a1 and see what happens.",
            "Ce coup est permis. Cette fois, essayez le coin a1 pour voir.",
        )),
        reply: None,
        success: Text::new(
            "Every move must turn over at least one disc. Squares where that is possible have a dot.",
            "Chaque coup doit retourner au moins un pion. Les cases où c'est possible ont un point.",
        ),
    },
    IntroductionStep {
        start: "8/2o5/3oox2/1oooox2/2xoxo2/2x3o1/1xx5/x7 x",
        task: Text::new(
            "A move can catch discs in several directions. Play c3.",
            "Un coup peut prendre dans plusieurs directions. Jouez c3.",
        ),
        expected: Expected::Moves(&["c3"]),
        otherwise: Some(Text::new(
            "That move is allowed, but c3 shows more: column c, row 3.",
            "Ce coup est permis, mais c3 montre mieux : colonne c, rangée 3.",
        )),
        reply: None,
        success: Text::new(
            "Four discs have turned, in three directions. Only the new disc catches: discs that have just turned turn no others.",
            "Quatre pions retournés, dans trois directions. Seul le nouveau pion prend : ceux qui viennent de tourner n'en retournent pas d'autres.",
        ),
    },
    IntroductionStep {
        start: "8/x2x4/1xox4/1xoxx3/2oxx3/2ooxx2/oooo1o2/1o6 x",
        task: Text::new(
            "A disc in a corner can never be caught again. You can take one now.",
            "Un pion dans un coin ne peut plus jamais être repris. Vous pouvez en prendre un.",
        ),
        expected: Expected::Moves(&["a8"]),
        otherwise: Some(Text::new(
            "Allowed, but not a corner. Look at the bottom left.",
            "Permis, mais ce n'est pas un coin. Regardez en bas à gauche.",
        )),
        reply: None,
        success: Text::new(
            "That disc is yours until the end, and helps to keep its neighbours. Many discs early on are worth less than one corner.",
            "Ce pion est à vous jusqu'à la fin, et aide à garder ses voisins. Beaucoup de pions au début valent moins qu'un seul coin.",
        ),
    },
    IntroductionStep {
        start: "ooox4/oooxxxx1/oxooxxx1/oxxooxxx/oooooooo/oxxxooox/xxoxxox1/1ooooooo x",
        task: Text::new(
            "No square has a dot: you can turn nothing over. Then you must pass, with the button below the board.",
            "Aucune case n'a de point : vous ne pouvez rien retourner. Il faut alors passer, avec le bouton sous le plateau.",
        ),
        expected: Expected::Moves(&["--"]),
        otherwise: None,
        reply: Some("e1"),
        success: Text::new(
            "You have passed, and White has moved again. When neither can move, the game is over.",
            "Vous avez passé, et Blanc a rejoué. Quand plus personne ne peut jouer, la partie est finie.",
        ),
    },
    IntroductionStep {
        start: "oooxxxxx/1ooxxxxx/oooxoxxx/ooxoxxxx/ooxoxxxx/oooooxxx/ooooxoxx/ooooooox x",
        task: Text::new(
            "One square is left, and White leads by 32 to 31. Play it.",
            "Il reste une case, et Blanc mène par 32 à 31. Jouez-la.",
        ),
        expected: Expected::Win("a2"),
        otherwise: None,
        reply: None,
        success: Text::new(
            "35 black discs, 29 white ones: more discs at the end win, however it looked before. Have a good game!",
            "35 pions noirs, 29 blancs : qui en a le plus à la fin gagne, quoi qu'il se soit passé avant. Bonne partie !",
        ),
    },
];
