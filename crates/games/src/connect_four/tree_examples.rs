//! Example positions of Connect Four for the display of search trees.

use engine::TreeExample;
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use rules::Text;

/// The examples, the simplest first.
pub(crate) static EXAMPLES: &[TreeExample] = &[
    TreeExample {
        id: "first-cut",
        title: Text::new("A first cut", "Une première coupure"),
        about: Text::new(
            "Column 1 is looked at in full and is worth 27. In column 2 the very first answer already holds Max to 25: the other four need not be looked at.",
            "La colonne 1 est regardée en entier et vaut 27. Dans la colonne 2, la toute première réponse limite déjà Max à 25 : inutile de regarder les quatre autres.",
        ),
        start: "3oo2/3xx2/3oo2/3xx2/x2oo2/x2xo1x o",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: None,
    },
    TreeExample {
        id: "trap",
        title: Text::new("A trap", "Un piège"),
        about: Text::new(
            "Two moves ahead, Max plays column 5. One move deeper it sees that column 3 makes three in a row with both ends open, which nobody can stop: 10,000 is a win.",
            "À deux coups, Max joue la colonne 5. Un coup plus loin, il voit que la colonne 3 aligne trois jetons aux deux bouts libres, ce que rien n'arrête : 10 000 est un gain.",
        ),
        start: "7/7/3o3/3o3/3x3/o2xx2 x",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(3),
    },
    TreeExample {
        id: "horizon",
        title: Text::new("The horizon", "L'horizon"),
        about: Text::new(
            "The opponent threatens to make three in a row at the bottom. Two moves ahead that is beyond the horizon, and Max plays column 2; four moves ahead it sees the loss and plays column 3.",
            "L'adversaire menace d'aligner trois jetons en bas. À deux coups, c'est au-delà de l'horizon et Max joue la colonne 2 ; à quatre coups, il voit la perte et joue la colonne 3.",
        ),
        start: "3o3/3x3/3o3/3x3/3o3/1x1x3 o",
        plan: TreePlan { depth: 2, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed },
        deeper: Some(4),
    },
    TreeExample {
        id: "order",
        title: Text::new("Why order matters", "Pourquoi l'ordre compte"),
        about: Text::new(
            "Worst first, alpha-beta still visits 1,648 of the 2,800 positions; best first, 185. The value found is the same. Change the order and compare.",
            "Le pire d'abord, alpha-bêta visite encore 1 648 des 2 800 positions ; le meilleur d'abord, 185. La valeur trouvée est la même. Changez l'ordre et comparez.",
        ),
        start: "7/7/7/3x3/3o3/2ox3 x",
        plan: TreePlan { depth: 4, method: TreeMethod::AlphaBeta, order: MoveOrder::Worst },
        deeper: None,
    },
];
