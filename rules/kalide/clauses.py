"""Ka'lide's clauses and options in our own words."""

from __future__ import annotations

from rules.ruleset import Option

CLAUSES = {
    "L1": "Two players play, one yellow and one red, with six magnetic pucks each.",
    "L2": "In a flick-off each plays one puck, and whoever comes nearest to the 200 circle of their own"
    " section starts; equally near, or both on it, they flick again, and a puck off the mat is"
    " infinitely far.",
    "L3": "The players take turns, one flick a turn, until all pucks are played.",
    "L4": "A flick starts on a free place in the player's own Flick Zone.",
    "L5": "Each player scores in the section of their own colour, which lies towards the other end.",
    "L6": "Points are given only when every puck of the round has been flicked.",
    "L7": "A match is three rounds, and their points are added up.",
    "L8": "The right to start alternates from round to round (option `starter`: the flick-off's winner always starts).",
    "L9": "A puck is dead once its centre has passed the mat's outline, or when it comes to rest with its"
    " centre in the opposing player's Flick Zone (option `flick_zone_overshoot`).",
    "L10": "Dead pucks stay where they fell and still pull and push.",
    "L11": "Dead pucks are cleared when the round ends (option `dead_pucks`: they stay until the match ends).",
    "L12": "A dead puck in the Flick Zone of the player opposing its owner may be taken off by that player,"
    " before they flick.",
    "L13": "A dead puck that is drawn back on stays dead: it links a cluster, but isn't counted in it.",
    "L14": "Only where a puck lies at the end of the round counts.",
    "L15": "The section decides who scores, whatever the puck's colour.",
    "L16": "Any puck may be knocked, pulled or pushed into a section, and counts there.",
    "L17": "Any puck may be knocked, pulled or pushed off the mat, and is dead then.",
    "L18": "Pucks in the Dead Zone stay there, still pull and push, and may not be taken off.",
    "L19": "A single puck in a space is worth the space's value.",
    "L20": "A cluster in a space is worth the space's value for every puck in it.",
    "L21": "A cluster is what sticks together magnetically, directly or through others; pucks that touch"
    " and repel are none.",
    "L22": "A single puck across two spaces is worth the greater value.",
    "L23": "A cluster across two spaces is worth the greater value for every puck in it.",
    "L24": "A single puck in the Dead Zone, or partly in it, is worth nothing.",
    "L25": "A cluster in the Dead Zone, or partly in it, is worth nothing, all its pucks together.",
    "L26": "A puck partly on a space and partly on unmarked mat counts in the space, however little of it"
    " is there; a touch from outside is not enough.",
    "L27": "The two sections may not touch: the Dead Zone lies between them.",
    "L28": "The higher total after three rounds wins; equal totals are a draw (option `tie`: sudden death,"
    " a round at a time).",
    "L29": "In a knockout of more than two sides, each game is a full match of three rounds, winners go on to the next"
    " stage, and the last game is the final.",
    "L30": "In a team game two teams of two players or more play, at least four in all, and the members of a team take"
    " turns.",
    "L31": "Everyone in a team flicks: the rotation goes on from one round to the next, and a team has no more members"
    " than it has pucks in three rounds.",
    "L32": "As a handicap a side may have more or fewer pucks a round; the sides alternate while both have some, and"
    " the rest is flicked alone.",
}
"""Every clause by id."""

READINGS = {
    "L2": "the circle is the 200 of the own scoring side; the pucks go back to the hands afterwards",
    "L5": "the side is told by the section, so that a short flick into the near section scores for the other player",
    "L9": "a puck is dead from the moment its centre passes the outline",
    "L13": "a dead puck drawn back on stays dead; where it lies counts neither for nor against the live ones it links",
    "L23": "a cluster across both sections, on odd boards: the greater value decides; equal values: nobody",
    "L26": "any overlap above 1e-9 of the puck's area counts",
    "L27": "a board whose sections touch is refused when it is loaded",
    "L29": "the draw is seeded; with an odd number one side has a bye; a drawn game goes to sudden death",
}
"""What was settled where the rulebook is silent and no option says otherwise, by clause."""

OPTIONS = (
    Option("starter", ("alternate", "flick_off_winner"), "L8", "who starts the second and third round"),
    Option("tie", ("draw", "sudden_death"), "L28", "what equal totals after three rounds mean"),
    Option("dead_pucks", ("clear_each_round", "keep"), "L11", "how long dead pucks stay on the table"),
    Option(
        "flick_zone_overshoot",
        ("dead", "live"),
        "L9",
        "what a puck at rest in the opposing player's Flick Zone is",
    ),
)
