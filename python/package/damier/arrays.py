"""Images of arrays under the symmetries of a game."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._damier import Game

_Scalar = TypeVar("_Scalar", bound=np.generic)


def _moved(array: NDArray[_Scalar], images: NDArray[np.int64]) -> NDArray[_Scalar]:
    """The array with each entry of its last axis where `images` says."""
    moved = np.empty_like(array)
    moved[..., images] = array
    return moved


def transform_planes(game: Game, planes: NDArray[_Scalar], symmetry: int) -> NDArray[_Scalar]:
    """The image of planes, of one position or of many, under a symmetry of the game.

    >>> import damier
    >>> othello = damier.game("othello")
    >>> position = othello.start().play("d3")
    >>> images = damier.transform_planes(othello, position.planes(), 3)
    >>> bool((images == position.transformed(3).planes()).all())
    True
    """
    flat: NDArray[Any] = planes.reshape(*planes.shape[:-3], -1)
    return _moved(flat, game.cell_images(symmetry)).reshape(planes.shape)


def transform_actions(game: Game, values: NDArray[_Scalar], symmetry: int) -> NDArray[_Scalar]:
    """The image of values of the actions, such as masks or policies, under a symmetry of the game.

    >>> import damier
    >>> othello = damier.game("othello")
    >>> position = othello.start().play("d3")
    >>> images = damier.transform_actions(othello, position.legal_mask(), 3)
    >>> bool((images == position.transformed(3).legal_mask()).all())
    True
    """
    return _moved(values, game.action_images(symmetry))
