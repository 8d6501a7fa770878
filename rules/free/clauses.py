"""Clauses and options of a game of one's own, in our own words."""

from __future__ import annotations

from rules.ruleset import Option

CLAUSES = {
    "F1": "One player or more play, each alone or in a team; a side has one colour, and no two sides share one.",
    "F2": "The board has a zone to score in or more, a value for each, and every colour that owns a zone is played.",
    "F3": "The first round is begun by whoever is named, or else drawn; after it the right to begin goes to the next"
    " side in turn (option `starter`: to the side with the fewest or the most points of the round before, the next in"
    " turn where several have them; or it stays).",
    "F4": "The sides take turns, one piece a turn, the members of a team one after another; a side with none left is"
    " passed over.",
    "F5": "Every side has the same number of pieces a round (option `pieces`), or as many as its handicap says, of any"
    " kind that the board has.",
    "F6": "A turn is one flick (option `action`: one launch from the yoke, one piece laid down, or any of the three).",
    "F7": "A piece that is flicked or laid down starts with its middle in a flick zone, a launch has the yoke's mouth"
    " in a launch zone; a board that has only one of the two uses it for both, one that has neither all of its surface."
    " A zone with an owner serves that colour alone, and the place must be free.",
    "F8": "A piece starts face up (option `face`: what is up is drawn), unless its player says which face is up.",
    "F9": "A piece whose middle passes the board's edge is taken off until the round ends (option `off_board`: it stays"
    " where it fell, dead for the round: it pulls and pushes, may link a cluster, and counts nothing).",
    "F10": "A piece counts whichever face is up (option `flipped`: one that rests upside down or on its edge is taken"
    " off).",
    "F11": "A piece that sticks to a fixed magnet is taken off (option `magnet`: it stays and counts where it lies).",
    "F12": "Once the table rests, all that has to go is taken off together; the others settle and are looked at again.",
    "F13": "Points are counted when the last piece of the round rests, and only where pieces lie then matters.",
    "F14": "A piece belongs to the score zone that holds more of it than any other zone and than all that lies outside"
    " zones; equal parts belong to none (option `cover`: to the zone with the largest part, whatever lies outside; to"
    " the highest zone that it overlaps at all; or to the zone in which its middle lies, a line counting for both"
    " sides). It counts that zone's value. Where zones lie over one another, the upper one alone is seen.",
    "F15": "A piece that overlaps a dead zone counts nothing (option `dead_zone`: only one that belongs to it; or"
    " a dead zone is no zone at all).",
    "F16": "Pieces that stick together count each for itself (option `cluster`: each of them counts the highest zone of"
    " all of them; or all of them together count that zone once; or they are taken off).",
    "F17": "The points of a zone with an owner go to that colour's side, those of one without to the side of the piece"
    " (option `owner`: always to the side of the piece; or as F18 says).",
    "F18": "Under control, a zone's value goes once to the side with more pieces in it than any other, and to nobody"
    " where several have most; a cluster stands in its highest zone, with all its pieces or as one, as option `cluster`"
    " says.",
    "F19": "The points of all rounds are added up, and the highest total after the last one wins (option `rounds`).",
    "F20": "Another goal ends the match after any round (option `goal`): to reach or pass the target (option"
    " `target`), the highest total winning; or to have exactly the target, where a round that leads above it is ignored"
    " for that side.",
    "F21": "Where several sides would win, it is a draw (option `tie`: rounds go on until one is ahead of the others).",
}
"""Every clause by id."""

READINGS = {
    "F3": "a draw depends on the seed alone; where a side is named, its member in turn begins",
    "F7": "a middle on a zone's line is in it; a place is free where the piece overlaps no other and no wall",
    "F9": "a piece that passed the edge is off wherever it lies in the end; one that fell or was lifted is gone anyway",
    "F12": "by every clause that applies on one layout; what settles may have to go, too, until nothing has",
    "F14": "zones of the kinds flick, launch and lane count as outside, and hide what lies under them; of equal values"
    " that a piece overlaps the larger part decides, and where these are equal and not the same side's, none",
    "F15": "the part on a dead zone that is no zone lies outside all zones",
    "F16": "dead pieces link a cluster but are not counted in it, nor is one that counts nothing for a dead zone; where"
    " the highest zones of a cluster give to different sides, nobody counts anything",
    "F18": "where several zones of a cluster share the highest value, its pieces stand where they lie, or as one in"
    " each of these; as one it stands for a side only where all its pieces in that zone are that side's",
    "F20": "a target that no sum of the board's values can make is refused",
    "F21": "for an exact target: the first round that gives one of those who were there before it more than the others",
}
"""What was settled where a clause leaves something open and no option says otherwise, by clause."""

OPTIONS = (
    Option("cover", ("majority", "largest", "any", "centre"), "F14", "to which zone a piece belongs"),
    Option("cluster", ("each", "multiply", "best", "remove"), "F16", "what pieces that stick together count"),
    Option("owner", ("zone", "piece", "control"), "F17", "whose points they are"),
    Option("dead_zone", ("touch", "belongs", "ignore"), "F15", "which pieces count nothing for a dead zone"),
    Option("off_board", ("remove", "dead"), "F9", "what becomes of a piece past the edge"),
    Option("flipped", ("live", "remove"), "F10", "what becomes of a piece upside down or on its edge"),
    Option("magnet", ("remove", "live"), "F11", "what becomes of a piece that sticks to a fixed magnet"),
    Option("face", ("up", "drawn"), "F8", "which face is up where the player doesn't say"),
    Option("action", ("flick", "launch", "place", "any"), "F6", "what a turn is"),
    Option("pieces", ("4",), "F5", "pieces for each side and round", whole=True),
    Option("goal", ("most", "first_to", "exactly"), "F20", "what wins the match"),
    Option("rounds", ("3",), "F19", "rounds of a match, where the goal is most", whole=True),
    Option("target", ("21",), "F20", "points to reach, where the goal is another", whole=True),
    Option("tie", ("draw", "sudden_death"), "F21", "what it means that several sides would win"),
    Option("starter", ("alternate", "loser", "winner", "same"), "F3", "who begins a later round"),
)
