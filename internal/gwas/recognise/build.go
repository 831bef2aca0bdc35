package recognise

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// BuildGuess is the evidence of the positions of a file about its assembly.
type BuildGuess struct {
	Guess   genome.Build `json:"guess"`    // "" when it cannot be determined
	Share37 float64      `json:"share_37"` // of the known variants, those at their GRCh37 position
	Share38 float64      `json:"share_38"`
	Known   int          `json:"known"` // rows that were compared: variants whose positions are known
	At37    int          `json:"at_37"` // of them, rows at the variant's GRCh37 position
	At38    int          `json:"at_38"`
	Reason  string       `json:"reason"` // a sentence

	mixed    bool   // known variants are at their positions of both assemblies
	examples string // of them, as a sentence
}

// Thresholds of CONV-6 and the number of variants below which nothing is reported.
const (
	buildAgrees    = 0.95
	buildDisagrees = 0.60
	buildCompared  = 5
)

// buildWord finds an assembly in a header, such as hg19chrc or pos_b38.
var buildWord = regexp.MustCompile(`(hg|grch|ncbi|build_?|_b)(18|19|36|37|38)`)

// CodeMixedBuilds is the code of a file whose positions are not of one assembly.
const CodeMixedBuilds textfile.ErrorCode = "mixed_builds"

// BuildTally counts how many known variants are where each assembly has them, row by row.
type BuildTally struct {
	index          *markerIndex
	rows           int
	rs, rs37, rs38 int // rows whose rs number is known
	at, at37, at38 int // rows at a known place
	// seen37 and seen38 are the first rows that are on one assembly only.
	seen37, seen38 []place
}

// NewBuildTally returns an empty BuildTally.
func NewBuildTally() (*BuildTally, error) {
	index, err := markers()
	return &BuildTally{index: index}, err
}

// See counts one row.
func (t *BuildTally) See(r *sumstats.Row) { t.see(place{r.Chromosome, r.Position}, r.RSID) }

// Places that the builds share are no evidence and are not counted.
func (t *BuildTally) see(p place, rsid uint64) {
	t.rows++
	if known := t.index.byRSID[rsid]; known.telling() && known.chromosome == p.chromosome {
		t.rs++
		t.rs37 += count(p.position == known.pos37)
		t.rs38 += count(p.position == known.pos38)
	}
	on37, on38 := t.index.on37[p].telling(), t.index.on38[p].telling()
	t.at += count(on37 || on38)
	t.at37 += count(on37)
	t.at38 += count(on38)
	switch {
	case on37 && !on38 && len(t.seen37) < buildExamples:
		t.seen37 = append(t.seen37, p)
	case on38 && !on37 && len(t.seen38) < buildExamples:
		t.seen38 = append(t.seen38, p)
	}
}

// buildExamples is how many rows of each assembly a sentence names.
const buildExamples = 2

// byRSID reports whether rs numbers decide; a place may be hit by chance.
func (t *BuildTally) byRSID() bool { return t.rs >= buildCompared }

// counts returns how many variants were compared, and how many of them are on either build.
func (t *BuildTally) counts() (known, on37, on38 int) {
	if t.byRSID() {
		return t.rs, t.rs37, t.rs38
	}
	return t.at, t.at37, t.at38
}

// sentence returns the counts, those of the assembly with more of them first.
func (t *BuildTally) sentence() string {
	known, most, least := t.counts()
	first, second := genome.GRCh37, genome.GRCh38
	if least > most {
		most, least, first, second = least, most, second, first
	}
	switch {
	case known == 0:
		return "No known variant is among the rows looked at."
	case t.byRSID():
		return fmt.Sprintf("%s %s at %s %s position, %s at that of %s.", of(most, known, "known variant"),
			verb(known, "lies", "lie"), verb(known, "its", "their"), first.Label(), thousands(least), second.Label())
	}
	return fmt.Sprintf("%s where a known variant lies on either genome build %s so on %s, %s on %s.", of(most, known, "position"),
		verb(known, "does", "do"), first.Label(), thousands(least), second.Label())
}

// examples names rows of each assembly.
func (t *BuildTally) examples() string {
	return fmt.Sprintf("Rows on GRCh37 (hg19) are %s, rows on GRCh38 (hg38) %s.", placesOf(t.seen37), placesOf(t.seen38))
}

func placesOf(places []place) string {
	texts := make([]string, len(places))
	for i, p := range places {
		texts[i] = fmt.Sprintf("%s:%d", p.chromosome, p.position)
	}
	return strings.Join(texts, " and ")
}

const mixedBuilds = "Rows of both genome builds are mixed in this file."

// mixedRemedy is the advice for it.
const mixedRemedy = "Export the rows of one genome build, or correct the positions, and try again."

// genomeBases is the length of either assembly.
const genomeBases = 3.1e9

// byChance returns how many known places of one assembly are hit by rows at random places.
func (t *BuildTally) byChance() float64 {
	return float64(t.rows) * float64(len(t.index.on38)) / genomeBases
}

// mixed reports whether more rows are on each of the two assemblies than errors explain and, where
// only places decide, than twice the number by chance.
func (t *BuildTally) mixed() bool {
	known, on37, on38 := t.counts()
	least := min(on37, on38)
	if !t.byRSID() && float64(least) < buildCompared+2*t.byChance() {
		return false
	}
	return least >= buildCompared && part(least, known) > 1-buildAgrees
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func part(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func (g *BuildGuess) decide(header genome.Build, past37, past38 int, byRSID bool) {
	switch {
	case g.Known >= buildCompared && g.Share37 >= buildAgrees && g.Share38 <= buildDisagrees:
		g.Guess = genome.GRCh37
	case g.Known >= buildCompared && g.Share38 >= buildAgrees && g.Share37 <= buildDisagrees:
		g.Guess = genome.GRCh38
	case g.mixed:
		g.Reason += " " + mixedBuilds + " " + g.examples
	case byRSID && g.Share37 <= buildDisagrees && g.Share38 <= buildDisagrees:
	case header != genome.UnknownBuild:
		g.Guess = header
		g.Reason = fmt.Sprintf("The header states %s; too few known variants were found to check it.", header)
	case past37 > 0 && past38 == 0:
		g.Guess = genome.GRCh38
		g.Reason = pastEnd(past37, genome.GRCh37, genome.GRCh38)
	case past38 > 0 && past37 == 0:
		g.Guess = genome.GRCh37
		g.Reason = pastEnd(past38, genome.GRCh38, genome.GRCh37)
	case g.Known < buildCompared:
		g.Reason += fmt.Sprintf(" At least %d are needed to tell the build.", buildCompared)
	default:
		g.Reason += " That does not tell the build."
	}
}

func pastEnd(n int, on, fits genome.Build) string {
	return fmt.Sprintf(
		"%s %s past the end of %s chromosome on %s and none on %s.",
		counted(n, "position"),
		verb(n, "lies", "lie"),
		verb(n, "its", "their"),
		on,
		fits,
	)
}

// headerBuild returns the assembly that column names mention, or the lengths of the chromosomes
// that a VCF states.
func headerBuild(l *sumstats.Layout, profiles []profile) genome.Build {
	for _, c := range profiles {
		if word := buildWord.FindStringSubmatch(c.normalised); word != nil {
			switch word[2] {
			case "19", "37":
				return genome.GRCh37
			case "38":
				return genome.GRCh38
			default:
				return genome.NCBI36
			}
		}
	}
	for _, line := range l.Comments {
		if b := contigBuild(line); b != genome.UnknownBuild {
			return b
		}
	}
	return genome.UnknownBuild
}

// contigLine is a chromosome of the header of a VCF and its length.
var contigLine = regexp.MustCompile(`^##contig=<(?:.*,)?ID=([^,>]+).*,length=([0-9]+)`)

// contigBuild returns the only assembly on which the chromosome has that length.
func contigBuild(line string) genome.Build {
	m := contigLine.FindStringSubmatch(line)
	if m == nil {
		return genome.UnknownBuild
	}
	c, ok := genome.ParseChromosome([]byte(m[1]))
	length, err := strconv.ParseInt(m[2], 10, 32)
	on37, on38 := c.Length(genome.GRCh37) == int32(length), c.Length(genome.GRCh38) == int32(length)
	switch {
	case !ok || err != nil || on37 == on38:
		return genome.UnknownBuild
	case on37:
		return genome.GRCh37
	}
	return genome.GRCh38
}
