package reference

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"

	"cohortium/internal/gwas/catalog"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recomb"
	"cohortium/internal/gwas/rstable"
)

// ErrNone reports that nothing of a type is installed for an assembly.
var ErrNone = errors.New("none is installed")

// Used names the data used for an answer.
type Used struct {
	Type    Type         `json:"type"`
	Name    string       `json:"name"`
	Build   genome.Build `json:"genome_build"`
	Version string       `json:"version,omitempty"`
	SHA256  string       `json:"sha256,omitempty"` // of the original file
	Licence string       `json:"licence,omitempty"`
	Inside  bool         `json:"inside,omitempty"` // it is a part of the program
	// Lost is how many entries of known loci could not be lifted to another assembly.
	Lost int `json:"lost,omitempty"`
}

// Used returns the description of the note's file.
func (n *Note) Used() Used {
	build, _ := n.builds()
	return Used{Type: n.Type, Name: n.Name, Build: build, Version: n.Version, SHA256: n.SHA256, Licence: n.Licence}
}

// InUse marks which of the files of a type, assembly and ancestry are used for answers: the one
// that was installed last. Chain files and panels are all in use.
func InUse(notes []Note) []bool {
	used := make([]bool, len(notes))
	for i := range notes {
		n := &notes[i]
		used[i] = n.Type == Chain || n.Type == Panel || !slices.ContainsFunc(notes, func(other Note) bool {
			return other.Type == n.Type && other.Build == n.Build && other.Ancestry == n.Ancestry && later(&other, n) > 0
		})
	}
	return used
}

// later orders notes by the time of installation.
func later(a, b *Note) int { return cmp.Or(a.Added.Compare(b.Added), cmp.Compare(a.Name, b.Name)) }

// last returns the file of a type and assembly that was installed last, for the first of the
// ancestry groups that has one; for any when no groups are given.
func (r *Registry) last(ctx context.Context, t Type, b genome.Build, groups ...string) (*Note, error) {
	notes, err := r.list(ctx, t)
	if err != nil {
		return nil, err
	}
	notes = slices.DeleteFunc(notes, func(n Note) bool { build, _ := n.builds(); return build != b })
	if len(groups) > 0 {
		rank := func(n *Note) int { return slices.Index(groups, n.Ancestry) }
		notes = slices.DeleteFunc(notes, func(n Note) bool { return rank(&n) < 0 })
		slices.SortStableFunc(notes, func(a, b Note) int { return cmp.Or(rank(&b)-rank(&a), later(&a, &b)) })
	} else {
		slices.SortStableFunc(notes, func(a, b Note) int { return later(&a, &b) })
	}
	if len(notes) == 0 {
		return nil, ErrNone
	}
	return &notes[len(notes)-1], nil
}

// load returns the parsed content of a file, and reads it once. endings are those of the names of the
// files that read needs, "" for the file itself, which is the standard.
func load[T any](ctx context.Context, r *Registry, n *Note, as string, read func(path string) (T, error), endings ...string) (T, error) {
	return loadBy(ctx, r, n, as, func(local *Copy) (T, error) {
		defer local.Release()
		return read(local.Path)
	}, endings)
}

// hold is like load, for content that reads from its files as long as it is in use. Their copies stay
// until it becomes unreachable.
func hold[T any](ctx context.Context, r *Registry, n *Note, as string, read func(path string) (*T, error), endings ...string) (*T, error) {
	return loadBy(ctx, r, n, as, func(local *Copy) (*T, error) {
		v, err := read(local.Path)
		if err != nil {
			local.Release()
			return nil, err
		}
		runtime.AddCleanup(v, func(release func()) { release() }, local.Release)
		return v, nil
	}, endings)
}

func loadBy[T any](ctx context.Context, r *Registry, n *Note, as string, read func(*Copy) (T, error), endings []string) (T, error) {
	if len(endings) == 0 {
		endings = []string{""}
	}
	v, err := r.loaded.Get(ctx, string(n.Type)+" "+as+" "+n.SHA256+" "+n.Name, func(ctx context.Context) (any, error) {
		local, err := r.shelf.Take(ctx, n, endings...)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &ChangedError{Name: n.Name, Err: err}
		}
		if err != nil {
			return nil, err
		}
		v, err := read(local)
		if err != nil {
			return nil, &ChangedError{Name: n.Name, Err: err}
		}
		return v, nil
	})
	if err != nil {
		var none T
		return none, err
	}
	return v.(T), nil
}

// Genes returns the genes of an assembly: from the last installed list, or else from the built-in
// one. ErrNone for an assembly without any.
func (r *Registry) Genes(ctx context.Context, b genome.Build) (*gene.List, Used, error) {
	n, err := r.last(ctx, Genes, b)
	if errors.Is(err, ErrNone) {
		return genesInside(b)
	}
	if err != nil {
		return nil, Used{}, err
	}
	list, err := load(ctx, r, n, "", func(path string) (*gene.List, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		list, err := gene.Read(z, b)
		if err == nil {
			list.Origin = gene.Origin{Name: n.Name, Version: n.Version, SHA256: n.SHA256, Licence: n.Licence}
		}
		return list, err
	})
	return list, n.Used(), err
}

func genesInside(b genome.Build) (*gene.List, Used, error) {
	list, ok := gene.Inside(b)
	if !ok {
		return nil, Used{}, ErrNone
	}
	o := &list.Origin
	return list, Used{Type: Genes, Name: o.Name, Build: b, SHA256: o.SHA256, Licence: o.Licence, Inside: true}, nil
}

// GeneList implements gene.Lists by Genes.
func (r *Registry) GeneList(ctx context.Context, b genome.Build) (*gene.List, error) {
	list, _, err := r.Genes(ctx, b)
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	return list, err
}

// Recombination returns the last installed map of an assembly; ErrNone when there is none.
func (r *Registry) Recombination(ctx context.Context, b genome.Build) (*recomb.Map, Used, error) {
	n, err := r.last(ctx, Recombination, b)
	if err != nil {
		return nil, Used{}, err
	}
	m, err := load(ctx, r, n, "", func(path string) (*recomb.Map, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		return recomb.Read(n.File, f)
	})
	return m, n.Used(), err
}

// LDScores implements hermes.Scores with the file that was installed last: on the assembly,
// else on one from which positions can be lifted to it.
func (r *Registry) LDScores(ctx context.Context, b genome.Build, groups []string) (*qc.Scores, error) {
	n, on, err := r.scoresNear(ctx, b, groups)
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	table, err := load(ctx, r, n, "", func(path string) (*ldscore.Table, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		return ldscore.ReadTable(f)
	})
	if err != nil {
		return nil, err
	}
	return &qc.Scores{Name: n.Name, Ancestry: n.Ancestry, SHA256: n.SHA256, Build: on, Table: table}, nil
}

func (r *Registry) scoresNear(ctx context.Context, b genome.Build, groups []string) (n *Note, on genome.Build, err error) {
	for _, on = range append([]genome.Build{b}, liftover.Reach(b)...) {
		if n, err = r.last(ctx, LDScores, on, groups...); !errors.Is(err, ErrNone) {
			break
		}
	}
	return n, on, err
}

// Linkage returns the source of LD of an assembly for the first of the ancestry groups that has
// one, of several the last installed; without groups, for any ancestry. ErrNone when there is none.
func (r *Registry) Linkage(ctx context.Context, b genome.Build, groups ...string) (*ld.Source, Used, error) {
	n, err := r.last(ctx, LD, b, groups...)
	if err != nil {
		return nil, Used{}, err
	}
	s, err := hold(ctx, r, n, "", openLinkage, "", indexEnd)
	return s, n.Used(), err
}

// Linkages returns the notes of the sources of LD of an assembly, by name.
func (r *Registry) Linkages(ctx context.Context, b genome.Build) ([]Note, error) {
	notes, err := r.list(ctx, LD)
	return slices.DeleteFunc(notes, func(n Note) bool { build, _ := n.builds(); return build != b }), err
}

// LinkageNamed returns the source of LD of an assembly by its name; ErrNone when there is none.
func (r *Registry) LinkageNamed(ctx context.Context, b genome.Build, name string) (*ld.Source, Used, error) {
	notes, err := r.Linkages(ctx, b)
	if err != nil {
		return nil, Used{}, err
	}
	at := slices.IndexFunc(notes, func(n Note) bool { return n.Name == name })
	if at < 0 {
		return nil, Used{}, ErrNone
	}
	s, err := hold(ctx, r, &notes[at], "", openLinkage, "", indexEnd)
	return s, notes[at].Used(), err
}

// openLinkage opens a file for the lifetime of the source: the file is closed when the source
// becomes unreachable.
func openLinkage(path string) (*ld.Source, error) {
	data, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := data.Stat()
	if err != nil {
		return nil, err
	}
	index, err := os.Open(path + indexEnd)
	if err != nil {
		return nil, err
	}
	defer func() { _ = index.Close() }()
	return ld.Open(data, info.Size(), index)
}

// Loci returns the last installed known loci, lifted to an assembly by a chain file where they are
// on another; ErrNone when there are none.
func (r *Registry) Loci(ctx context.Context, b genome.Build) (*catalog.List, Used, error) {
	n, err := r.last(ctx, Loci, catalog.Build)
	if err != nil {
		return nil, Used{}, err
	}
	list, err := load(ctx, r, n, "", func(path string) (*catalog.List, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		list, _, err := catalog.Read(f)
		return list, err
	})
	used := n.Used()
	if err != nil || b == catalog.Build {
		return list, used, err
	}
	way, err := r.Way(ctx, catalog.Build, b)
	if err != nil {
		return nil, used, err
	}
	carried, err := load(ctx, r, n, string(b), func(string) (*catalog.List, error) {
		lifted, _ := list.Lifted(b, func(c genome.Chromosome, p int32) (genome.Chromosome, int32, bool) {
			place, why := way.Lift(c, p, 1)
			return place.Chromosome, place.Position, why == liftover.Lifted
		})
		return lifted, nil
	})
	if err != nil {
		return nil, used, err
	}
	used.Lost = list.Len() - carried.Len()
	return carried, used, nil
}

// Numbers implements hermes.Numbers with the table of an assembly that was installed last;
// nil when there is none. On an unknown assembly it is the only table, and with several
// a sentence that asks for the assembly.
func (r *Registry) Numbers(ctx context.Context, b genome.Build) (*qc.Numbers, error) {
	if b == genome.UnknownBuild {
		var err error
		if b, err = r.numbersBuild(ctx); err != nil || b == genome.UnknownBuild {
			return nil, err
		}
	}
	n, err := r.last(ctx, RSNumbers, b)
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	table, err := hold(ctx, r, n, "", OpenNumbers)
	if err != nil {
		return nil, err
	}
	return &qc.Numbers{Name: n.Name, SHA256: n.SHA256, Table: table}, nil
}

// numbersBuild returns the assembly of all installed tables of rs numbers, unknown without any.
func (r *Registry) numbersBuild(ctx context.Context) (genome.Build, error) {
	notes, err := r.list(ctx, RSNumbers)
	if err != nil || len(notes) == 0 {
		return genome.UnknownBuild, err
	}
	b, _ := notes[0].builds()
	for i := range notes {
		if other, _ := notes[i].builds(); other != b {
			return genome.UnknownBuild, fmt.Errorf(
				"tables of rs numbers are installed on %s and %s: name the genome build that the positions shall be on",
				b.Label(),
				other.Label(),
			)
		}
	}
	return b, nil
}

// OpenNumbers opens a table of rs numbers for its lifetime.
func OpenNumbers(path string) (*rstable.Table, error) {
	data, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := data.Stat()
	if err != nil {
		return nil, err
	}
	return rstable.Open(data, info.Size())
}
