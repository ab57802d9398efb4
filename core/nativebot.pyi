from tefuda.game import Game
from tefuda.program import Program

class NativeBot:
    program: Program
    player: int
    def __new__(
        cls, game: Game, bot: str, player: int, *, seed: int, number: int = 0, samples: int = 1
    ) -> NativeBot: ...
    def choose(self, game: Game) -> int: ...
    def skip(self) -> None: ...
