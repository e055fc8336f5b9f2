//! Boards and tiles as players type them: no panic, and what is accepted is written and read back
//! the same.

#![no_main]

use games::terrain::{BoardText, Quadrant, Terrain, check_tile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<BoardText>() {
        Ok(board) => {
            assert_eq!(board.to_string().parse(), Ok(board.clone()));
            if let Ok(terrain) = board.terrain() {
                assert_eq!(terrain.to_string().parse::<Terrain>(), Ok(terrain));
                assert_eq!(Terrain::from_quadrants(&terrain.quadrants()), terrain);
                terrain.is_box();
            }
        }
        Err(error) => assert!(text.get(error.at).is_some()),
    }
    match text.parse::<Quadrant>() {
        Ok(quadrant) => {
            assert_eq!(check_tile(text).rows, Ok(quadrant.to_string()));
            assert_eq!(quadrant.turned(1).turned(3), quadrant);
            assert_eq!(quadrant.flipped().flipped(), quadrant);
        }
        Err(error) => assert!(text.get(error.at).is_some()),
    }
});
