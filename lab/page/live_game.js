// A game that is being played: it grows with each move of the worker, and the player of our pages shows it meanwhile.

export function liveGame(start) {
  const place = ([x, y]) => ({ x, y, gone: Infinity });
  const { layout, title, agents, state } = start;
  const game = {
    layout, title, agents,
    numAgents: agents.length,
    food: start.food.map(place),
    capsules: start.capsules.map(place),
    states: [{ figures: state.figures, score: state.score }],
    moves: [],
    thoughts: {},
    meanings: {}, // of the features that thoughts name
    turn: state.turn,
    legal: state.legal,
    end: null,
    death: null,
    howToThink: "",
    isLive: true,
    isLost: false,
    round: (number) => Math.floor(number / agents.length),
    get last() {
      return game.states.length - 1;
    },
  };
  return game;
}

// A game with the first moves of another one, to which the worker then adds its own.
export function branchOf(game, start, number) {
  const branch = liveGame(start);
  const kept = ({ x, y, gone }) => ({ x, y, gone: gone <= number ? gone : Infinity });
  branch.states = game.states.slice(0, number + 1);
  branch.moves = game.moves.slice(0, number);
  branch.food = game.food.map(kept);
  branch.capsules = game.capsules.map(kept);
  branch.meanings = { ...game.meanings };
  branch.thoughts = Object.fromEntries(Object.entries(game.thoughts).filter(([state]) => Number(state) < number));
  return branch;
}

export function addMove(game, move) {
  if (move.thought) game.thoughts[game.last] = move.thought;
  Object.assign(game.meanings, move.meanings);
  if (move.agent !== null) {
    game.moves.push([move.agent, move.action]);
    game.states.push({ figures: move.state.figures, score: move.state.score });
    for (const [x, y] of move.eaten) {
      const item = [...game.food, ...game.capsules].find((one) => one.x === x && one.y === y && one.gone === Infinity);
      if (item) item.gone = game.last;
    }
  }
  game.turn = move.state.turn;
  game.legal = move.state.legal;
  if (move.end) endGame(game, move.end);
}

export function endGame(game, end) {
  game.end = end;
  game.isLive = false;
  game.isLost = end.reason === "lost";
}
