package sumstatscmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"cohortium/internal/app/console"
	"cohortium/internal/app/installed"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/normalise"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/phrase"
)

// NumberFlags select the table of rs numbers for files without positions.
type NumberFlags struct {
	RSTable string `name:"rs-table" placeholder:"FILE" help:"Table of rs numbers that places a file without positions, as cohortium reference add writes it. Default: the one installed in --data." type:"existingfile"`
	Data    string `help:"Folder whose installed reference data are used." default:"./data" env:"COHORTIUM_DATA" type:"path"`
}

// rsWays is the advice, at every command, for a file with rs numbers and no positions.
var rsWays = []string{
	"place its variants by a table of rs numbers (--rs-table FILE, or install one with cohortium reference add --type rs_numbers)",
	"run quality control with a reference panel that has rs numbers (cohortium sumstats qc --panel FILE)",
	"join studies by rs number in a meta-analysis (cohortium sumstats meta --key rsid)",
}

// withoutPositions returns the error for a file with rs numbers and no positions if positions are
// required.
func withoutPositions() error {
	return &textfile.FileError{Code: sumstats.CodeMapping, What: sumstats.OnlyRSIDWhat, Remedy: sumstats.OnlyRSIDRemedy(rsWays...)}
}

// table opens the given table, else the installed one of a build; nil if there is none.
func (f *NumberFlags) table(ctx context.Context, build genome.Build) (*qc.Numbers, error) {
	if f.RSTable == "" {
		registry, closing, err := installed.Open(ctx, config.Storage{Data: f.Data})
		if err != nil {
			return nil, err
		}
		numbers, err := registry.Numbers(ctx, build)
		return numbers, errors.Join(err, closing())
	}
	table, err := reference.OpenNumbers(f.RSTable)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: make one with cohortium reference add --type rs_numbers", f.RSTable, err)
	}
	sum, err := console.SumOf(f.RSTable)
	return &qc.Numbers{Name: filepath.Base(f.RSTable), SHA256: sum, Table: table}, err
}

// place decides how a file without positions is read and located; nil for one with positions.
func (f *NumberFlags) place(ctx context.Context, report *recognise.CheckReport, opt *sumstats.ReadOptions) (*qc.Numbers, error) {
	if !report.Mapping.OnlyRSID() {
		return nil, nil
	}
	numbers, err := f.table(ctx, opt.Build)
	switch {
	case err != nil:
		return nil, err
	case numbers == nil:
		return nil, withoutPositions()
	case opt.Build != genome.UnknownBuild && numbers.Table.Build != opt.Build:
		return nil, fmt.Errorf(
			"the table of rs numbers %s is on %s, and positions on %s are wanted: name another with --rs-table",
			numbers.Name,
			numbers.Table.Build.Label(),
			opt.Build.Label(),
		)
	}
	opt.Build, opt.ByRSID, opt.KeepSymbolic, opt.KeepGaps = numbers.Table.Build, true, true, true
	return numbers, nil
}

// placeNamed is place with the file name in an error.
func (f *NumberFlags) placeNamed(ctx context.Context, file string, report *recognise.CheckReport, opt *sumstats.ReadOptions) (*qc.Numbers, error) {
	numbers, err := f.place(ctx, report, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return numbers, nil
}

// placeMemory is the memory for sorting rows by their numbers, in addition to sorting them by
// position.
const placeMemory = 160 << 20

// placing adds missing values to the rows of one file: positions, or bases for an allele -.
type placing struct {
	numbers  *qc.Numbers // nil: the rows have positions
	reader   *qc.PlaceReader
	sequence normalise.Sequence // nil: rows with - were excluded while reading
	gaps     map[sumstats.Reason]int64
}

// rows returns a reader's rows with positions.
func (p *placing) rows(ctx context.Context, rows sumstats.RowReader, d *variant.Dict) (_ sumstats.RowReader, err error) {
	if p.numbers == nil && p.sequence != nil {
		p.gaps = map[sumstats.Reason]int64{}
		gaps := qc.NewGapReader(rows, p.sequence, d, func(_ *sumstats.Row, why sumstats.Reason) error { p.gaps[why]++; return nil })
		gaps.Letters = true
		return gaps, nil
	}
	if p.numbers == nil {
		return rows, nil
	}
	p.reader, err = qc.NewPlaceReader(ctx, rows, p.numbers, qc.PlaceOptions{
		Sort: rowsort.Options{Context: ctx, Dict: d, MemoryBytes: placeMemory}, Dict: d, Letters: true,
	})
	if err != nil {
		return nil, err
	}
	return p.reader, nil
}

// close releases resources.
func (p *placing) close() {
	if p.reader != nil {
		_ = p.reader.Close() // temporary files only
	}
}

// counts returns what happened to the rows; nil if they had positions.
func (p *placing) counts() *qc.Placed {
	if p.reader == nil {
		return nil
	}
	counts := p.reader.Counts()
	return &counts
}

// printGaps prints which rows with an allele - were excluded.
func (p *placing) printGaps(w io.Writer) {
	opt := qc.NewOptions(genome.UnknownBuild)
	for _, why := range slices.Sorted(maps.Keys(p.gaps)) {
		fmt.Fprintf(w, "%s left out: %s\n", phrase.Thousands(p.gaps[why]), opt.Sentence(why))
	}
}

// printPlaced prints what happened to rows without positions.
func printPlaced(w io.Writer, p *qc.Placed) {
	if p == nil {
		return
	}
	fmt.Fprintln(w, p.Sentence())
	for _, e := range p.Reasons() {
		fmt.Fprintf(w, "%s left out: %s\n", phrase.Thousands(e.N), e.Sentence)
	}
}
