package reference

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"strconv"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
)

// The frequencies of a panel by place are next to it, with its name as prefix.
const (
	sitesEnd      = ".sites.gz"
	sitesIndexEnd = sitesEnd + indexEnd
)

// writeSites writes the frequencies of a panel by place into temporary files of a folder.
func writeSites(ctx context.Context, p *qc.Panel, folder string) (beside map[string]string, err error) {
	data, err := os.CreateTemp(folder, ".adding-*")
	if err != nil {
		return nil, err
	}
	beside = map[string]string{sitesEnd: data.Name()}
	defer func() {
		if err != nil {
			removeAll(beside)
		}
	}()
	out := regionindex.NewWriter(data, regionindex.WriterOptions{})
	err = out.WriteHeader([]byte("#chromosome\tposition\tref\talt\tfrequency"))
	var line []byte
	each := func(s qc.Site) error {
		line = append(append(line[:0], s.Chromosome.String()...), '\t')
		line = append(strconv.AppendInt(line, int64(s.Position), 10), '\t')
		line = append(append(line, s.Ref...), '\t')
		line = append(append(line, s.Alt...), '\t')
		return out.WriteRow(strconv.AppendFloat(line, s.Frequency, 'g', -1, 64), s.Chromosome, s.Position)
	}
	if err == nil {
		err = qc.EachSite(ctx, p, folder, each)
	}
	if err = errors.Join(err, out.Close(), data.Sync(), data.Close()); err != nil {
		return beside, err
	}
	index, err := os.CreateTemp(folder, ".adding-*")
	if err != nil {
		return beside, err
	}
	beside[sitesIndexEnd] = index.Name()
	err = errors.Join(out.WriteIndex(index), index.Sync(), index.Close())
	return beside, err
}

// panelOf reads the file of a note.
func panelOf(n *Note, path string) *qc.Panel {
	return &qc.Panel{Name: n.Name, Column: n.Column, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

// endings are the endings of the names of the files of an installed one: its own, and those beside it.
var endings = []string{"", indexEnd, fasta.IndexEnd, fasta.GzipEnd, sitesEnd, sitesIndexEnd}

func removeAll(files map[string]string) {
	for _, path := range files {
		_ = os.Remove(path) // already gone after success
	}
}

// Frequency is the frequency of a variant in a panel.
type Frequency struct {
	Used
	Ancestry string
	// Value is the frequency of the effect allele, NaN when the panel does not have the
	// variant.
	Value float64
}

// Frequencies returns the frequency of a variant's effect allele in every panel of an assembly, in
// the order of their names. It tries one strand only: results are on that of the assembly.
func (r *Registry) Frequencies(ctx context.Context, b genome.Build, c genome.Chromosome, position int32, effect, other string) ([]Frequency, error) {
	notes, err := r.list(ctx, Panel)
	if err != nil {
		return nil, err
	}
	var all []Frequency
	for i := range notes {
		n := &notes[i]
		if build, _ := n.builds(); build != b {
			continue
		}
		f := Frequency{Used: n.Used(), Ancestry: n.Ancestry, Value: math.NaN()}
		sites, err := hold(ctx, r, n, "sites", openSites, sitesEnd, sitesIndexEnd)
		if err != nil {
			return nil, err
		}
		at := genome.Region{Chromosome: c, Start: position, End: position}
		if f.Value, err = sites.frequency(ctx, at, effect, other); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

type sites struct{ rows *regionindex.Reader }

// openSites opens the frequencies of a panel for the lifetime of the result.
func openSites(path string) (*sites, error) {
	index, err := os.Open(path + sitesIndexEnd)
	if err != nil {
		return nil, err
	}
	defer func() { _ = index.Close() }()
	data, err := os.Open(path + sitesEnd)
	if err != nil {
		return nil, err
	}
	info, err := data.Stat()
	if err != nil {
		return nil, err
	}
	rows, err := regionindex.OpenReader(data, info.Size(), index)
	return &sites{rows}, err
}

// frequency returns the frequency of an allele, NaN where the panel does not have the variant.
func (s *sites) frequency(ctx context.Context, at genome.Region, effect, other string) (float64, error) {
	found := math.NaN()
	err := s.rows.Query(ctx, at, func(line []byte) error {
		cells := bytes.Split(line, []byte{'\t'})
		if len(cells) != 5 {
			return regionindex.ErrDamaged
		}
		value, err := strconv.ParseFloat(string(cells[4]), 64)
		if err != nil {
			return err
		}
		switch ref, alt := string(cells[2]), string(cells[3]); {
		case alt == effect && ref == other:
			found = value
		case ref == effect && alt == other:
			found = sumstats.ComplementFrequency(value)
		}
		return nil
	})
	if unknown := new(regionindex.UnknownContigError); errors.As(err, &unknown) {
		return found, nil
	}
	return found, err
}
