package reference

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/platform/file"
)

// readFasta reads a reference sequence, packed by gzip or not, keeps it packed by bgzip and makes
// both of its indexes. The lengths of the chromosomes determine the assembly.
func (a *adding) readFasta() error {
	in, err := a.open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	text, err := plain(in)
	if err != nil {
		return err
	}
	var index fasta.Indexer
	err = a.instead(".fa.gz", func(w io.Writer) error {
		z := regionindex.NewBGZFWriter(w, regionindex.BGZFOptions{Workers: runtime.GOMAXPROCS(0)})
		_, err := io.Copy(io.MultiWriter(&index, z), file.Until(a.ctx, text))
		return errors.Join(err, z.Close())
	})
	if err == nil {
		err = index.Close()
	}
	if err != nil {
		return err
	}
	build := fasta.BuildOf(index.Entries)
	if build == genome.UnknownBuild {
		return errors.New("its chromosomes have the lengths of no human genome build that is known (GRCh37, GRCh38)")
	}
	for i := range index.Entries {
		if c, ok := genome.ParseChromosome([]byte(index.Entries[i].Name)); ok && index.Entries[i].Bases == int64(c.Length(build)) {
			a.note.Rows++
		}
	}
	if err := a.settleBuild(&buildFacts{build: build, evidence: fmt.Sprintf("Its chromosomes have the lengths of %s.", build.Label())}); err != nil {
		return err
	}
	return a.writeFastaIndexes(index.Entries)
}

// writeFastaIndexes puts.fai and.gzi next to the packed file.
func (a *adding) writeFastaIndexes(entries []fasta.Entry) error {
	packed, err := a.open()
	if err != nil {
		return err
	}
	defer func() { _ = packed.Close() }()
	info, err := packed.Stat()
	if err != nil {
		return err
	}
	starts, err := regionindex.BlockStarts(packed, info.Size())
	if err != nil {
		return err
	}
	gzi := fasta.AppendGzipIndex(nil, func(yield func(int64, int64) bool) {
		for _, s := range starts[:len(starts)-1] { // the last one is the end
			if !yield(s.File, s.Text) {
				return
			}
		}
	})
	a.beside = map[string]string{}
	for end, content := range map[string][]byte{fasta.IndexEnd: fasta.AppendIndex(nil, entries), fasta.GzipEnd: gzi} {
		out, err := os.CreateTemp(a.dir, ".adding-*")
		if err != nil {
			return err
		}
		a.beside[end] = out.Name()
		_, err = out.Write(content)
		if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Sequence implements hermes.Sequences: it returns the last installed reference sequence of an
// assembly, nil without one. Its file is closed when it becomes unreachable.
func (r *Registry) Sequence(ctx context.Context, b genome.Build) (*liftover.Reference, error) {
	n, err := r.last(ctx, Fasta, b)
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := hold(ctx, r, n, "", fasta.Open, "", fasta.IndexEnd, fasta.GzipEnd)
	if err != nil {
		return nil, err
	}
	return &liftover.Reference{Sequence: f, Name: n.Name}, nil
}
