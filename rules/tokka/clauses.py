"""TOKKA Shuffle's clauses and options in our own words."""

from __future__ import annotations

from rules.ruleset import Option

CLAUSES = {
    "T1": "Two to eight people play in two teams of up to four, and each team has four stones of one colour a round,"
    " which its members push in turn.",
    "T2": "From the launch zone on, the fields are worth 1, 2 and 3, and the smallest and farthest is worth most.",
    "T3": "The far end is open; whether stones drop there or slide on over the table makes no difference.",
    "T4": "Either team may begin the match: the one that is named, or else a coin is tossed.",
    "T5": "A stone may be pushed in any way, from a free place in the launch zone.",
    "T6": "The teams take turns, one stone a turn, and only when all stones are played is the round scored.",
    "T7": "A stone that goes off the far end is lost until the round is over.",
    "T8": "Any stone may be knocked on, and off the board as well; then it is lost.",
    "T9": "Only the team whose stone lies nearest the far end scores.",
    "T10": "That team counts every stone it has ahead of the foremost stone of the other team.",
    "T11": "Were the foremost stone of the other team farther back, all stones ahead of its new place would count.",
    "T12": "Stones of the other team count nothing, nor do the leading team's that aren't ahead of all of them.",
    "T13": "A stone that lies under a cross rail, as seen from above, counts the lower of the fields beside that rail:"
    " under the first rail nothing.",
    "T14": "Under the rail at the far end a stone counts the last field, even where it overhangs the end.",
    "T15": "A stone worth nothing, in the launch zone or under the first rail, stays on the board and blocks others.",
    "T16": "If the leading stones of both teams lie equally far, nobody scores.",
    "T17": "Whoever wins a round begins the next one.",
    "T18": "After a round without points the team begins that didn't begin it (option `scoreless`: the same one).",
    "T19": "The first team with 12 points or more has won.",
    "T20": "A stone that leaves the board over a side is lost until the round is over.",
    "T21": "In the original game (option `variant`) the match goes to 15 points, and a fourth field is worth 4; a"
    " board may be up to 20 m long.",
}
"""Every clause by id."""

READINGS = {
    "T1": "members take turns in the order in which they are listed, and the turn goes on from round to round",
    "T3": "a stone is lost once its centre has passed the outline, and is taken off when all rests",
    "T5": "a stone starts in the launch zone when its centre does, and may stand in no other stone and in no wall",
    "T13": "any overlap with a rail above 1e-9 of the stone's area counts as under it; under two rails the lower"
    " counts; a stone across two fields without a rail between them counts the lower, too",
    "T15": "a stone worth nothing stays where it is, and what isn't ahead of it doesn't count for the other team",
    "T16": "a stone is ahead of another when its foremost point is more than 0.5 mm farther; within that nobody is,"
    " here as wherever one stone has to be ahead",
    "T17": "a round whose starter is named begins so, whoever won the one before",
    "T20": "over the near end counts as over a side",
    "T21": "the fourth field is the far edge itself: a stone that hangs over it with its centre still on the board"
    " counts 4",
}
"""What was settled where the rulebook is silent and no option says otherwise, by clause."""

OPTIONS = (
    Option("variant", ("tokka", "original"), "T21", "three fields and 12 points, or four fields and 15"),
    Option("scoreless", ("other_begins", "same_begins"), "T18", "who begins after a round without points"),
)
