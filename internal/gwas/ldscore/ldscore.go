// Package ldscore reads LD scores: for each of a set of variants, how much it is linked
// to all others around it. It owns the form in which LDSC writes them. It imports
// genome and textfile, and names no file.
package ldscore

import (
	"bytes"
	"io"
	"math"
	"path"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// Score is the LD score of a variant.
type Score struct {
	RSID       string
	Chromosome genome.Chromosome
	Position   int32 // 1-based
	L2         float64
}

// Facts describe a file that was read.
type Facts struct {
	Rows int64
	// Common is how many variants with a frequency above 5 % the scores were summed over, from
	// the files .l2.M_5_50; 0 when there are none.
	Common int64
	Ends   map[genome.Chromosome]int32 // the last position of each chromosome
}

// maxScores bounds a set: HapMap 3 has some 1.2 million variants, 1000 Genomes ten.
const maxScores = 50_000_000

var limits = textfile.Limits{Line: 64 << 10, Columns: 200, Bytes: 16 << 30}

func isName(name string) bool {
	switch strings.ToUpper(name) {
	case "CHR", "SNP", "BP", "CM", "MAF", "L2", "A1", "A2":
		return true
	}
	return false
}

// Read reads the scores as LDSC writes them: a table with the columns CHR, SNP, BP and L2, or a tar
// archive of one such table (.l2.ldscore.gz) for each chromosome with the counts of variants
// (.l2.M_5_50) next to them. fn is called with each score in the order of the file. Errors about
// the text are *textfile.FileError.
func Read(file io.ReadSeeker, fn func(Score) error) (*Facts, error) {
	facts := &Facts{Ends: map[genome.Chromosome]int32{}}
	err := textfile.EachMember(file, limits, func(name string, text io.Reader) error {
		switch base := path.Base(name); {
		case strings.HasSuffix(base, ".M_5_50"):
			return facts.common(text)
		case name == "" || strings.Contains(base, ".ldscore") || strings.Contains(base, ".l2.gz"):
			return facts.scores(text, fn)
		}
		return nil // lists of variants, notes, counts of all variants
	})
	if err == nil && facts.Rows == 0 {
		err = textfile.Fault(
			0,
			"Use the archive that LDSC's authors publish (eur_w_ld_chr), or the tables that ldsc.py --l2 writes.",
			"It contains no LD scores.",
		)
	}
	return facts, err
}

// common adds the numbers of one file of counts.
func (f *Facts) common(text io.Reader) error {
	const longest = 4 << 10
	line, err := io.ReadAll(io.LimitReader(text, longest))
	if err != nil {
		return err
	}
	for _, word := range bytes.Fields(line) {
		n, err := strconv.ParseFloat(string(word), 64)
		if err != nil || !(n >= 0 && n < 1e9) {
			return textfile.Fault(1, "Get the archive again.", "%q is not a count of variants.", word)
		}
		f.Common += int64(n)
	}
	return nil
}

func (f *Facts) scores(text io.Reader, fn func(Score) error) error {
	t, err := textfile.OpenTable(text, limits, isName)
	if err != nil {
		return err
	}
	chromosome, name, position, l2 := t.Column("CHR"), t.Column("SNP"), t.Column("BP"), t.Column("L2")
	if min(chromosome, name, position, l2) < 0 {
		return textfile.Fault(int64(t.Layout.HeaderLine), "Use the tables that ldsc.py --l2 writes.", "The header names no columns CHR, SNP, BP and L2.")
	}
	const remedy = "Get the file again."
	var ends [genome.MaxChromosome + 1]int32
	err = t.Rows(func(line int64, cells [][]byte) error {
		c, ok := genome.ParseChromosome(cells[chromosome])
		at, err := strconv.ParseInt(string(cells[position]), 10, 32)
		if !ok || err != nil || at < 1 {
			return textfile.Fault(line, remedy, "%q and %q are not chromosome and position.", cells[chromosome], cells[position])
		}
		score, err := strconv.ParseFloat(string(cells[l2]), 64)
		if err != nil || math.IsInf(score, 0) || math.IsNaN(score) {
			return textfile.Fault(line, remedy, "%q is not an LD score.", cells[l2])
		}
		if f.Rows++; f.Rows > maxScores {
			return textfile.Fault(line, "Use the scores of HapMap 3.", "There are more than %d LD scores.", maxScores)
		}
		ends[c] = max(ends[c], int32(at))
		return fn(Score{RSID: string(cells[name]), Chromosome: c, Position: int32(at), L2: score})
	})
	for c, end := range ends {
		if end > 0 {
			f.Ends[genome.Chromosome(c)] = max(f.Ends[genome.Chromosome(c)], end)
		}
	}
	return err
}
