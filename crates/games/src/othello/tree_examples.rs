//! Example positions of Othello for the display of search trees.

use engine::TreeExample;
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use rules::Text;

/// The examples, the simplest first.
pub(crate) static EXAMPLES: &[TreeExample] = &[
    TreeExample {
        id: "first-cut",
        title: Text::new("A first cut", "Une première coupure"),
        about: Text::new(
            "c2 is worth −30. At e3 the first answer, e2, already holds Max to −30: no better, so the other five answers are left out.",
            "c2 vaut −30. Après e3, la première réponse, e2, limite déjà Max à −30 : pas mieux, et les cinq autres réponses sont laissées de côté.",
        ),
        start: "8/3o4/3o4/3ox3/2xoo3/1x6/8/8 x",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: None,
    },
    TreeExample {
        id: "greed",
        title: Text::new("Greed", "La gourmandise"),
        about: Text::new(
            "One move ahead, g5 turns the most and looks best. Two moves ahead Max sees that h5 takes it all back and more, and plays g3.",
            "À un coup, g5 retourne le plus et semble le meilleur. À deux coups, Max voit que h5 reprend tout et plus encore, et joue g3.",
        ),
        start: "1o1x4/2ox4/3o1o2/1x1ooo2/ooxooo2/3x1o2/2x3o1/8 x",
        plan: TreePlan { depth: 1, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(2),
    },
    TreeExample {
        id: "horizon",
        title: Text::new("The horizon", "L'horizon"),
        about: Text::new(
            "Four squares are empty. Two moves ahead Max plays b6; four moves ahead it sees to the last disc that b5 leaves the opponent without a move.",
            "Il reste quatre cases vides. À deux coups, Max joue b6 ; à quatre coups, il voit jusqu'au dernier pion que b5 prive l'adversaire de coup.",
        ),
        start: "ooooxxxx/oooxxxxo/oooxxxox/oooxxoxx/o1oxoxox/2ooooxx/ooxooxxx/1xxxxxxx x",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(4),
    },
    TreeExample {
        id: "order",
        title: Text::new("Why order matters", "Pourquoi l'ordre compte"),
        about: Text::new(
            "Worst first, alpha-beta still visits 858 of the 898 positions; best first, 88. The value found is the same. Change the order and compare.",
            "Le pire d'abord, alpha-bêta visite encore 858 des 898 positions ; le meilleur d'abord, 88. La valeur trouvée est la même. Changez l'ordre et comparez.",
        ),
        start: "8/2o2x2/2o1xx2/1ooox3/3oo3/3oxo2/2o1xoo1/8 x",
        plan: TreePlan { depth: 3, method: TreeMethod::AlphaBeta, order: MoveOrder::Worst },
        deeper: None,
    },
];
