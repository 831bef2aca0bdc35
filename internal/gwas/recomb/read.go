package recomb

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// Names of columns, whatever the case.
var (
	chromosomeNames = []string{"chromosome", "chrom", "chr"}
	positionNames   = []string{"position(bp)", "position", "pos", "physical_position", "bp"}
	rateNames       = []string{"rate(cm/mb)", "combined_rate(cm/mb)", "combined_rate", "rate"}
	mapNames        = []string{"map(cm)", "genetic_map(cm)", "genetic_map", "map", "cm"}
)

var isName = func() func(string) bool {
	all := regexp.MustCompile(
		`(?i)^(chr|chrom|chromosome|bp|pos|position|position\(bp\)|physical_position|(combined_)?rate(\(cm/mb\))?|(genetic_)?map(\(cm\))?|cm)$`,
	)
	return all.MatchString
}()

// limits of a map: the finest published ones have some four million points.
const (
	maxPoints = 20_000_000
	maxRate   = 100_000 // cM/Mb; the hottest spots of fine maps reach some thousands
)

var limits = textfile.Limits{Line: 4 << 10, Columns: 64, Bytes: 4 << 30}

// byName finds the chromosome in the name of a file: genetic_map_GRCh37_chr1.txt.
var byName = regexp.MustCompile(`(?i)chr(?:om|omosome)?[_.]?(\d{1,2}|X|Y|MT)(?:_(?:par\d?|nonpar))?(?:[^0-9A-Za-z]|$)`)

// Read reads a map in one of two forms, with or without a column of the chromosome,
// separated by blanks or tabs:
//
//	Chromosome  Position(bp)  Rate(cM/Mb)  Map(cM)
//	chr  position  COMBINED_rate(cM/Mb)  Genetic_Map(cM)
//
// The rate of a line is that of the stretch that begins at its position (HapMap) or of the one that
// ends there (1000 Genomes, SHAPEIT, Eagle); the distances on the map decide which. A tar archive
// holds one file for each chromosome. Without a column the chromosome comes from the name of the
// file. Errors about the text are *textfile.FileError.
func Read(name string, file io.ReadSeeker) (*Map, error) {
	r := &reader{m: &Map{}}
	err := textfile.EachMember(file, limits, func(member string, text io.Reader) error {
		if member == "" {
			member = name
		}
		err := r.member(path.Base(member), text)
		if skip := new(textfile.FileError); errors.As(err, &skip) && skip.Code == textfile.CodeDelimiter && member != name {
			return nil // a note next to the maps
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.finish()
}

type reader struct {
	m *Map
	// How far the rates are from the distances on the map, in cM, if the rate of a line is that of
	// the stretch after it, or before it.
	ahead, behind, total float64
}

type columns struct{ chromosome, position, rate, cm int }

func (r *reader) member(name string, text io.Reader) error {
	t, err := textfile.OpenTable(text, limits, isName)
	if err != nil {
		return err
	}
	cols := columns{t.Column(chromosomeNames...), t.Column(positionNames...), t.Column(rateNames...), t.Column(mapNames...)}
	if cols.position < 0 || cols.rate < 0 || cols.cm < 0 {
		return textfile.Fault(
			int64(t.Layout.HeaderLine),
			"Use a file of HapMap (Chromosome, Position(bp), Rate(cM/Mb), Map(cM)) or of 1000 Genomes (position, COMBINED_rate(cM/Mb), Genetic_Map(cM)).",
			"The header names no position, rate in cM/Mb and map in cM.",
		)
	}
	c := genome.Unknown
	if cols.chromosome < 0 {
		if found := byName.FindStringSubmatch(name); found != nil {
			c, _ = genome.ParseChromosome([]byte(found[1]))
		}
		if c == genome.Unknown {
			return textfile.Fault(0, "Name the file with its chromosome, as in genetic_map_chr7.txt; pack the files of all chromosomes into one tar archive.",
				"Neither a column nor the file name %s states the chromosome.", name)
		}
	}
	return t.Rows(func(line int64, cells [][]byte) error { return r.row(line, cells, cols, c) })
}

func (r *reader) row(line int64, cells [][]byte, cols columns, c genome.Chromosome) error {
	const again = "Get the file again."
	if cols.chromosome >= 0 {
		var ok bool
		if c, ok = genome.ParseChromosome(cells[cols.chromosome]); !ok {
			return textfile.Fault(line, "Remove lines that are not on chromosomes 1 to 22, X and Y.", "%q is not a chromosome.", cells[cols.chromosome])
		}
	}
	position, err := strconv.ParseInt(string(cells[cols.position]), 10, 32)
	if err != nil || position < 0 {
		return textfile.Fault(line, again, "%q is not a position.", cells[cols.position])
	}
	rate, err1 := strconv.ParseFloat(string(cells[cols.rate]), 64)
	cm, err2 := strconv.ParseFloat(string(cells[cols.cm]), 64)
	if err1 != nil || !(rate >= 0 && rate <= maxRate) {
		return textfile.Fault(line, again, "%q is not a rate in cM/Mb.", cells[cols.rate])
	}
	if err2 != nil || math.IsInf(cm, 0) || math.IsNaN(cm) {
		return textfile.Fault(line, again, "%q is not a distance in cM.", cells[cols.cm])
	}
	t := &r.m.chrom[c]
	if n := len(t.position); n > 0 {
		switch {
		case t.position[n-1] >= int32(position):
			return textfile.Fault(
				line,
				"Sort the lines of each chromosome by position, with each chromosome once.",
				"Position %d of chromosome %s follows %d.",
				position,
				c,
				t.position[n-1],
			)
		case t.cm[n-1] > cm:
			return textfile.Fault(line, "The map must not fall along a chromosome. "+again, "%g cM follows %g cM on chromosome %s.", cm, t.cm[n-1], c)
		}
		r.compare(t, int32(position), rate, cm)
	}
	if r.m.points++; r.m.points > maxPoints {
		return textfile.Fault(line, "Use a coarser map.", "The map has more than %d points.", maxPoints)
	}
	t.position, t.rate, t.cm = append(t.position, int32(position)), append(t.rate, float32(rate)), append(t.cm, cm)
	return nil
}

// compare adds to the evidence whether the rate of a line applies after or before it.
func (r *reader) compare(t *track, position int32, rate, cm float64) {
	n := len(t.position) - 1
	mb := float64(position-t.position[n]) / 1e6
	moved := cm - t.cm[n]
	r.total += moved
	r.ahead += math.Abs(float64(t.rate[n])*mb - moved)
	r.behind += math.Abs(rate*mb - moved)
}

// apart is how far rates and map may be from each other: rounding, and no more.
const apart = 0.05

func (r *reader) finish() (*Map, error) {
	if r.m.points == 0 {
		return nil, textfile.Fault(0, "Get the file again.", "It contains no map.")
	}
	if min(r.ahead, r.behind) > apart*r.total {
		return nil, textfile.Fault(
			0,
			"Use a file whose columns belong to one map, with the rate in cM/Mb and the map in cM.",
			"The rates and the distances of the map contradict each other.",
		)
	}
	behind := r.behind < r.ahead
	for c := range r.m.chrom {
		t := &r.m.chrom[c]
		n := len(t.rate)
		if n == 0 {
			continue
		}
		if behind {
			copy(t.rate, t.rate[1:])
		}
		t.rate[n-1] = 0
		t.position, t.rate, t.cm = slices.Clip(t.position), slices.Clip(t.rate), slices.Clip(t.cm)
	}
	return r.m, nil
}

// Write writes the map as a table in the first of the forms that Read reads.
func (m *Map) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "Chromosome\tPosition(bp)\tRate(cM/Mb)\tMap(cM)")
	var line []byte
	for _, c := range m.Chromosomes() {
		t := &m.chrom[c]
		for i, position := range t.position {
			line = append(append(line[:0], c.String()...), '\t')
			line = append(strconv.AppendInt(line, int64(position), 10), '\t')
			line = append(strconv.AppendFloat(line, float64(t.rate[i]), 'g', -1, 32), '\t')
			line = append(strconv.AppendFloat(line, t.cm[i], 'g', -1, 64), '\n')
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
