"""Hand-made input of the map.

Per area: a skeleton (polyline of canvas points), a radius and a wished size (1000 square units). ARMS adds thinner limbs
(capes, inlets). The positions were set by hand from the rough centres in the facts; all shapes are computed from them.
"""
CANVAS = (1080, 1700)

AREAS = {
    # seas
    "bay-of-ice": ([(70, 60), (80, 250), (150, 420), (215, 495)], 95, 95),
    "sunset-sea": ([(60, 560), (15, 700), (15, 800), (50, 960), (105, 1045)], 50, 88),
    "ironmans-bay": ([(230, 650), (150, 640), (65, 720), (150, 805), (270, 750)], 52, 88),
    "the-golden-sound": ([(165, 870), (150, 950), (180, 985)], 62, 52),
    "west-summer-sea": ([(60, 1170), (40, 1350), (45, 1600), (200, 1650), (390, 1655)], 55, 122),
    "redwyne-straights": ([(130, 1350), (150, 1450)], 58, 50),
    "east-summer-sea": ([(560, 1670), (760, 1660), (960, 1600), (1000, 1420)], 55, 110),
    "sea-of-dorne": ([(745, 1400), (850, 1405)], 48, 42),
    "shipbreaker-bay": ([(1040, 940), (905, 990), (920, 1120), (1000, 1150), (985, 1290)], 66, 105),
    "blackwater-bay": ([(805, 1045), (860, 1060)], 54, 38),
    "the-narrow-sea": ([(640, 580), (850, 560), (1000, 640), (1000, 860), (900, 900)], 60, 140),
    "the-shivering-sea": ([(880, 60), (930, 230), (960, 400)], 90, 105),
    # the north
    "castle-black": ([(330, 55), (730, 55)], 52, 46),
    "karhold": ([(735, 150), (775, 160)], 55, 26),
    "winterfell": ([(330, 215), (400, 330), (500, 230), (600, 270)], 75, 76),
    "the-stony-shore": ([(230, 345), (270, 330)], 50, 26),
    "white-harbor": ([(600, 400), (640, 425)], 60, 33),
    "widows-watch": ([(835, 460), (815, 465)], 48, 27),
    "moat-cailin": ([(490, 560), (480, 600)], 55, 28),
    "greywater-watch": ([(350, 605), (360, 615)], 52, 27),
    "flints-finger": ([(225, 605), (215, 610)], 46, 25),
    # riverlands and vale
    "seagard": ([(365, 710), (375, 715)], 52, 29),
    "the-twins": ([(540, 705), (550, 705)], 50, 27),
    "the-fingers": ([(735, 685), (775, 680)], 48, 27),
    "the-mountains-of-the-moon": ([(680, 810), (700, 815)], 52, 34),
    "the-eyrie": ([(845, 808), (860, 808)], 50, 28),
    "riverrun": ([(370, 850), (390, 850)], 52, 29),
    "harrenhal": ([(560, 930), (560, 935)], 50, 27),
    "crackclaw-point": ([(710, 955), (790, 955)], 52, 30),
    # the west
    "lannisport": ([(300, 950), (290, 955)], 52, 29),
    "stoney-sept": ([(430, 970), (440, 975)], 50, 26),
    "searoad-marches": ([(250, 1090), (330, 1090)], 50, 28),
    "blackwater": ([(470, 1090), (530, 1085)], 50, 29),
    "the-reach": ([(500, 1210), (550, 1205)], 50, 29),
    "highgarden": ([(230, 1235), (320, 1230)], 52, 32),
    # crownlands, stormlands
    "kings-landing": ([(680, 1105), (690, 1105)], 52, 28),
    "kingswood": ([(770, 1165), (800, 1165)], 52, 29),
    "dragonstone": ([(975, 1035)], 55, 27),
    "storms-end": ([(800, 1285), (850, 1290)], 50, 28),
    "the-boneway": ([(640, 1320), (650, 1325)], 52, 28),
    # reach and dorne
    "dornish-marches": ([(440, 1320), (450, 1320)], 50, 28),
    "oldtown": ([(275, 1345), (285, 1350)], 52, 28),
    "three-towers": ([(285, 1470), (310, 1470)], 50, 27),
    "princes-pass": ([(450, 1430), (460, 1430)], 50, 28),
    "yronwood": ([(600, 1450), (610, 1450)], 50, 28),
    "starfall": ([(470, 1545), (480, 1550)], 50, 28),
    "salt-shore": ([(655, 1570), (665, 1570)], 48, 27),
    "sunspear": ([(810, 1505), (860, 1500)], 52, 30),
    "the-arbor": ([(112, 1580)], 52, 25),
    "pyke": ([(150, 722), (178, 726)], 54, 27),
}
ARMS = {
    "the-shivering-sea": [([(930, 270), (690, 330)], 58)],
    "the-narrow-sea": [([(920, 900), (780, 885)], 30), ([(850, 565), (655, 565), (620, 600)], 52),
                       ([(920, 748), (800, 745)], 22)],
    "widows-watch": [([(825, 455), (925, 465)], 24)],
    "karhold": [([(760, 180), (845, 150)], 26)],
    "the-fingers": [([(760, 655), (890, 645)], 16), ([(760, 695), (895, 697)], 16)],
    "flints-finger": [([(220, 605), (120, 615)], 22)],
    "the-stony-shore": [([(230, 355), (160, 370)], 26)],
    "redwyne-straights": [([(150, 1450), (215, 1560)], 26)],
    "crackclaw-point": [([(710, 960), (640, 1010)], 22), ([(790, 945), (870, 985)], 24)],
    "storms-end": [([(850, 1290), (925, 1320)], 24)],
    "sunspear": [([(860, 1500), (960, 1500)], 20)],
    "the-eyrie": [([(850, 820), (930, 835)], 22)],
    "kingswood": [([(800, 1165), (880, 1150)], 22)],
    "sea-of-dorne": [([(850, 1405), (940, 1400)], 26)],
    "bay-of-ice": [([(150, 500), (320, 505)], 36), ([(90, 230), (230, 240)], 26)],
    "west-summer-sea": [([(60, 1180), (165, 1150)], 30)],
    "white-harbor": [([(640, 425), (640, 490)], 40), ([(655, 415), (690, 385)], 26)],
    "yronwood": [([(610, 1450), (695, 1475)], 22)],
    "searoad-marches": [([(250, 1090), (175, 1105)], 36)],
    "starfall": [([(470, 1550), (440, 1600)], 24)],
    "blackwater": [([(530, 1075), (625, 1020)], 38)],
    "the-reach": [([(500, 1205), (415, 1165)], 24), ([(550, 1205), (660, 1195)], 24)],
    "the-boneway": [([(650, 1320), (560, 1385)], 20)],
    "three-towers": [([(310, 1450), (370, 1395)], 20)],
    "lannisport": [([(290, 955), (240, 930)], 22)],
}
# Where four or more areas would meet: a drawn barrier keeps the non-neighbours apart (no piece ever stands there).
BARRIERS = {
    "barrier-lake": ("lake", [(515, 815), (545, 825)], 16, 7.5,
                     ["crackclaw-point", "harrenhal", "riverrun", "seagard", "the-twins", "the-mountains-of-the-moon"]),
    "barrier-north-crags": ("mountains", [(375, 490), (400, 500)], 8, 3.6,
                            ["bay-of-ice", "winterfell", "moat-cailin", "greywater-watch"]),
    "barrier-red-crags": ("mountains", [(375, 1520), (380, 1530)], 8, 3.6,
                          ["princes-pass", "starfall", "west-summer-sea", "three-towers"]),
}
# Borders that would come out short by themselves: wished length in grid edges (default 21).
LONGER = {("the-shivering-sea", "white-harbor"): 26, ("blackwater", "crackclaw-point"): 23, ("sunspear", "yronwood"): 22,
          ("riverrun", "the-golden-sound"): 23, ("searoad-marches", "the-reach"): 26, ("princes-pass", "the-boneway"): 26,
          ("dornish-marches", "three-towers"): 26, ("kingswood", "the-reach"): 26}
EDGE_OF_BOARD = ["castle-black", "the-shivering-sea", "the-narrow-sea", "shipbreaker-bay", "east-summer-sea",
                 "west-summer-sea", "sunset-sea", "bay-of-ice"]
ISLANDS = ["pyke", "the-arbor", "dragonstone"]
# Line breaks of the labels.
LINES = {
    "the-mountains-of-the-moon": ["Mountains", "of the Moon"], "the-stony-shore": ["Stony Shore"],
    "widows-watch": ["Widow’s", "Watch"], "greywater-watch": ["Greywater", "Watch"], "flints-finger": ["Flint’s", "Finger"],
    "crackclaw-point": ["Crackclaw", "Point"], "searoad-marches": ["Searoad", "Marches"], "kings-landing": ["King’s", "Landing"],
    "dornish-marches": ["Dornish", "Marches"], "princes-pass": ["Prince’s", "Pass"], "three-towers": ["Three", "Towers"],
    "storms-end": ["Storm’s End"], "white-harbor": ["White", "Harbor"], "stoney-sept": ["Stoney", "Sept"],
    "moat-cailin": ["Moat", "Cailin"], "salt-shore": ["Salt Shore"], "redwyne-straights": ["Redwyne", "Straights"],
    "blackwater-bay": ["Blackwater", "Bay"], "ironmans-bay": ["Ironman’s Bay"], "the-golden-sound": ["The Golden", "Sound"],
    "the-narrow-sea": ["The Narrow Sea"], "the-shivering-sea": ["The Shivering", "Sea"], "sea-of-dorne": ["Sea of Dorne"],
    "shipbreaker-bay": ["Shipbreaker", "Bay"], "east-summer-sea": ["East Summer Sea"], "west-summer-sea": ["West Summer Sea"],
    "sunset-sea": ["Sunset", "Sea"], "bay-of-ice": ["Bay of Ice"], "the-twins": ["The Twins"], "the-fingers": ["The Fingers"],
    "castle-black": ["Castle Black"], "the-boneway": ["The", "Boneway"],
}
