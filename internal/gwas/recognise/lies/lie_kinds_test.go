package lies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// otherLies are those about places, alleles, sizes and the shape of the file.
var otherLies = []lie{
	{name: "positions one too small", slot: "place", can: "pos", hurt: placeHurts, warned: true, matter: namesPlace, tell: func(_ *rand.Rand, t *table) bool {
		t.change(func(_ int, x float64) float64 { return x - 1 }, "pos")
		return true
	}},
	{name: "positions rounded", slot: "place", can: "pos", hurt: placeHurts, warned: true, matter: namesPlace, tell: func(_ *rand.Rand, t *table) bool {
		pos := t.column("pos")
		for _, cells := range t.cells {
			cells[pos] = fmt.Sprintf("%.2E", value(cells[pos]))
		}
		return true
	}},
	{name: "positions of hg18", slot: "place", can: "pos rs", hurt: placeHurts, warned: true, matter: namesPlace, tell: func(r *rand.Rand, t *table) bool {
		if t.older = true; t.unnamed("rs") {
			return false
		}
		shift := make([]float64, 25) // of the order of the real one, which differs along a chromosome
		for i := range shift {
			shift[i] = math.Round(20_000 + 180_000*r.Float64())
		}
		t.change(func(i int, _ float64) float64 {
			return math.Max(1, float64(t.rows[i].pos37)-shift[t.rows[i].chromosome])
		}, "pos")
		return true
	}},
	{name: "one chromosome on the other build", slot: "place", can: "pos", hurt: placeHurts, matter: namesPlace, tell: func(r *rand.Rand, t *table) bool {
		swapped := 1 + r.IntN(12)
		t.change(func(i int, x float64) float64 {
			if t.rows[i].chromosome == swapped {
				return float64(t.rows[i].position(75 - t.study.build))
			}
			return x
		}, "pos")
		return true
	}},
	{name: "positions of nine digits rounded", slot: "place", can: "pos", hurt: placeHurts, matter: namesPlace, tell: func(_ *rand.Rand, t *table) bool {
		pos := t.column("pos")
		for _, cells := range t.cells {
			if x := value(cells[pos]); x >= 1e8 {
				cells[pos] = fmt.Sprintf("%.2E", x)
			}
		}
		return true
	}},
	{name: "declared build wrong", slot: "place", can: "pos", hurt: placeHurts, matter: namesPlace, tell: func(_ *rand.Rand, t *table) bool {
		t.declared = fmt.Sprintf("GRCh%d", 75-t.study.build)
		return true
	}},
	{
		name:   "alleles turned on one chromosome",
		slot:   "allele",
		can:    "ea oa",
		hurt:   []string{"effect", "eaf"},
		matter: either(namesFrequency, named(`changed places`)),
		tell: func(r *rand.Rand, t *table) bool {
			t.turned = true
			turned, ea, oa := 1+r.IntN(6), t.column("ea"), t.column("oa")
			for i, cells := range t.cells {
				if t.rows[i].chromosome == turned {
					cells[ea], cells[oa] = cells[oa], cells[ea]
				}
			}
			return t.tellsTurned()
		},
	},
	{
		name:   "alleles of the reverse strand",
		slot:   "allele",
		can:    "ea oa",
		hurt:   []string{"variant", "rows", "effect", "eaf"},
		warned: true,
		matter: named(`strand`),
		tell: func(r *rand.Rand, t *table) bool {
			all := r.IntN(2) == 0
			for _, cells := range t.cells {
				if turned := all || r.IntN(2) == 0; turned {
					for c, k := range t.kinds {
						if k == "ea" || k == "oa" || k == "ref" || k == "alt" {
							cells[c] = reverseComplement(cells[c])
						}
					}
				}
			}
			return !t.has("id")
		},
	},
	{name: "A1 beside REF and ALT, header renamed", slot: "allele", can: "ref alt ea", hurt: alleleHurts, matter: namesAllele, tell: renamedPLINK},
	{name: "alleles 1 and 2", slot: "allele", can: "ea oa", hurt: alleleHurts, matter: namesAllele, tell: func(_ *rand.Rand, t *table) bool {
		ea, oa := t.column("ea"), t.column("oa")
		for _, cells := range t.cells {
			cells[ea], cells[oa] = "2", "1"
		}
		return true
	}},
	{name: "T became TRUE", slot: "allele", can: "ea oa", hurt: alleleHurts, matter: namesAllele, tell: func(_ *rand.Rand, t *table) bool {
		for c, k := range t.kinds {
			for _, cells := range t.cells {
				if (k == "ea" || k == "oa") && strings.EqualFold(cells[c], "T") {
					cells[c] = "TRUE"
				}
			}
		}
		return true
	}},
	{name: "P as <2.2e-16", slot: "effect", can: "p beta|or se", hurt: []string{"p", "se", "stays"}, matter: namesP, tell: func(_ *rand.Rand, t *table) bool {
		p, floored := t.column("p"), false
		for i, cells := range t.cells {
			if t.rows[i].p() < 2.2e-16 {
				cells[p], floored, t.mustStay[i] = "<2.2e-16", true, true
			}
		}
		return floored && !t.has("mlp")
	}},
	{
		name:   "P floor of many rows",
		slot:   "effect",
		can:    "p beta|or se",
		hurt:   []string{"p", "se", "stays"},
		warned: true,
		matter: namesP,
		tell: func(_ *rand.Rand, t *table) bool {
			p, floored := t.column("p"), 0
			for i, cells := range t.cells {
				if t.rows[i].p() < 1e-16 {
					cells[p], t.mustStay[i] = "1e-16", true
					floored++
				}
			}
			return floored >= 10 && !t.has("mlp")
		},
	},
	{name: "N counts studies", slot: "size", can: "n", hurt: []string{"n"}, warned: true, matter: namesSize, tell: func(r *rand.Rand, t *table) bool {
		most := 3 + r.IntN(27)
		t.change(func(_ int, _ float64) float64 { return float64(most - r.IntN(2)) }, "n")
		return true
	}},
	{name: "NEFF halved", slot: "size", can: "nca nco", hurt: []string{"neff"}, warned: true, matter: namesSize, tell: func(_ *rand.Rand, t *table) bool {
		if t.has("neffhalf") {
			return false // which states that
		}
		t.add("NEFF", "neff", func(i int) string { return text(2 / (1/t.rows[i].cases + 1/t.rows[i].controls)) })
		return true
	}},
	{name: "N of another row", slot: "size", can: "n se eaf", hurt: []string{"n"}, warned: true, matter: namesSize, tell: func(r *rand.Rand, t *table) bool {
		t.roll(1+r.IntN(len(t.cells)-1), "n")
		return t.study.nVaries
	}},
	{name: "N with points of thousands", slot: "size", can: "n", hurt: []string{"n"}, matter: namesSize, tell: func(_ *rand.Rand, t *table) bool {
		n := t.column("n")
		for _, cells := range t.cells {
			if len(cells[n]) > 3 {
				cells[n] = cells[n][:len(cells[n])-3] + "." + cells[n][len(cells[n])-3:]
			}
		}
		return true
	}},
	{name: "INFO above 1", slot: "info", can: "info", matter: named(`info|imputation`), warned: true, tell: func(r *rand.Rand, t *table) bool {
		t.change(func(_ int, x float64) float64 { return x + 0.2*r.Float64() }, "info")
		return true
	}},
	{name: "row names of R", slot: "shape", hurt: shapeHurts, matter: namesShape, tell: func(_ *rand.Rand, t *table) bool {
		t.rowNames = true
		return true
	}},
	{name: "header with one name too few", slot: "shape", hurt: shapeHurts, matter: namesShape, tell: func(r *rand.Rand, t *table) bool {
		t.headerLess = 1 + r.IntN(len(t.header))
		return !t.older || !t.unnamed("rs") // which alone shows an older build
	}},
	{
		name:   "columns change places in the middle",
		slot:   "shape",
		hurt:   shapeHurts,
		matter: either(either(namesShape, namesP), either(namesError, namesFrequency)),
		tell:   swappedHalf,
	},
	{name: "last row cut", slot: "shape", hurt: shapeHurts, warned: true, matter: namesShape, tell: func(_ *rand.Rand, t *table) bool {
		t.cut = true
		return true
	}},
}

var (
	placeHurts  = []string{"variant", "rows", "stays"}
	alleleHurts = []string{"variant", "rows", "effect", "eaf"}
	shapeHurts  = []string{"variant", "rows", "effect", "se", "p", "eaf", "n", "neff", "stays"}
)

// renamedPLINK returns a table of PLINK 2 whose names do not reveal the program.
func renamedPLINK(_ *rand.Rand, t *table) bool {
	for i, name := range t.header {
		if name == "OBS_CT" {
			t.header[i] = "N"
		}
	}
	return t.drop("=ADD")
}

// swappedHalf swaps two columns of numbers from the middle on, as two files of other columns do
// that were put one after another.
func swappedHalf(r *rand.Rand, t *table) bool {
	pairs := [][2]kind{{"beta", "se"}, {"se", "p"}, {"p", "eaf"}, {"se", "eaf"}, {"chr", "pos"}}
	r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	for _, pair := range pairs {
		a, b := t.column(pair[0]), t.column(pair[1])
		if a < 0 || b < 0 {
			continue
		}
		for i := len(t.cells) / 2; i < len(t.cells); i++ {
			t.cells[i][a], t.cells[i][b] = t.cells[i][b], t.cells[i][a]
		}
		return true
	}
	return false
}

func reverseComplement(allele string) string {
	b := []byte(strings.ToUpper(allele))
	slices.Reverse(b)
	return strings.NewReplacer("A", "T", "T", "A", "C", "G", "G", "C").Replace(string(b))
}

func value(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}
