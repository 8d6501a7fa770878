"""Kluster's clauses and options in our own words."""

from __future__ import annotations

from rules.ruleset import Option

CLAUSES = {
    "S1": "The 24 stones are shared out evenly, each as the bag gives it; what can't be shared stays aside (option"
    " `uneven`: the first on the list have one more).",
    "S2": "The cord may lie in any shape on the flat table, as long as it bounds one area: it doesn't cross itself.",
    "S3": "Whoever had most stones left at the end of the last game starts.",
    "S4": "If several had equally many, or there was no last game, the shortest of them starts.",
    "S5": "Turns go round the table clockwise, which is the order in which the people are listed.",
    "S6": "In a turn one stone of one's own is laid, no more and no fewer, and it is laid, not flicked.",
    "S7": "A stone has to be laid wholly inside the cord; otherwise nothing was laid, the stone goes back to the hand"
    " and the turn is over (option `outside_placement`: it is let go, and then picked up).",
    "S8": "Stones that join in your turn are yours: you pick all of them up, and the turn is over.",
    "S9": "Stones that are no longer wholly inside the cord in your turn are picked up like those that join.",
    "S10": "That holds for stones you never touched as well; the one just laid stays, if it has no part in it.",
    "S11": "It also holds before you have laid a stone, and then you don't lay one in that turn.",
    "S12": "Whatever happens at once is left to come to rest, and then all of it is picked up together.",
    "S13": "Stones that lie may not be touched.",
    "S14": "In your turn you may move the cord, and stones with it, but it has to stay flat on the table.",
    "S15": "Stones that join as you move the cord, or end up outside it, are yours to pick up.",
    "S16": "You may move stones by the pull and push of the one in your hand; those that join by it, or jump to your"
    " hand, are yours to pick up.",
    "S17": "The cord may also be moved after a stone was laid, as long as you haven't ended your turn.",
    "S18": "The game is over when somebody's last stone lies and everything has come to rest.",
    "S19": "A last stone that joins others doesn't end the game: it is picked up with them, and play goes on.",
    "S20": "The winner is the one with no stone left; what the others have left decides who starts the next game.",
    "S21": "Someone who plays alone keeps to the same rules and may pick stones up twice, whatever the reason;"
    " a third time ends the game.",
    "S22": "Stones that join late, between two turns, belong to the one whose turn it was, until the next one acts.",
    "S23": "Someone who plays alone tries to have as many stones as possible inside the cord; all 24 are a total"
    " victory.",
}
"""Every clause by id."""

READINGS = {
    "S1": "the bag is drawn from one by one round the table, by the seed; stones on the table at the start come on"
    " top of it",
    "S2": "a cord that touches itself, or encloses nothing, is refused like one that crosses itself; its area is"
    " bounded by its middle line, and its thickness counts for nothing; a move that would make it cross itself ends"
    " there",
    "S4": "among those equally short, or of unknown height, the seed decides",
    "S7": "a stone is inside when all of its area is, to 1e-9; touching the cord is fine",
    "S9": "a stone partly outside is outside; so is one that has fallen off the table or is stuck to a fixed magnet",
    "S12": "everything is judged at rest, and what joins while the table settles without the stones that were picked"
    " up belongs to the same pick-up",
    "S13": "a stone is laid on a free place, next to others at the closest, and one in the hand is carried above them",
    "S16": "two stones that stick together in the hand mean nothing",
    "S17": "the stone in the hand may still be used then, too",
    "S21": "a third pick-up ends the game without a winner, once everything has come to rest",
    "S22": "a turn that ended by a pick-up goes on in this until the table has settled",
}
"""What was settled where the rulebook is silent and no option says otherwise, by clause."""

OPTIONS = (
    Option(
        "outside_placement",
        ("back_to_hand", "pick_up"),
        "S7",
        "what happens to a stone that is laid across the cord or outside it",
    ),
    Option("uneven", ("aside", "first_players"), "S1", "where the stones go that can't be shared evenly"),
)
