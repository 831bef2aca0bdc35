package gene

import (
	"context"
	"strings"

	"cohortium/internal/gwas/genome"
)

// Near holds the genes at a variant for a report.
type Near struct {
	Genes    []string `json:"nearest_genes"` // symbols: all that hold the variant, or else the nearest, rarely two
	Distance int32    `json:"gene_distance"` // bases to them, 0 within
}

// At returns the genes near a 1-based position; nil on a chromosome without genes, and for a nil
// list.
func (l *List) At(c genome.Chromosome, position int32) *Near {
	if l == nil {
		return nil
	}
	genes, distance := l.Nearest(c, position)
	if len(genes) == 0 {
		return nil
	}
	near := &Near{Distance: distance}
	for _, g := range genes {
		near.Genes = append(near.Genes, g.Symbol)
	}
	return near
}

// Origin names a list in reports: which one it is, exactly.
type Origin struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	SHA256  string `json:"sha256"` // of the file that was installed, or of the one inside the program
	Licence string `json:"licence,omitempty"`
	Inside  bool   `json:"inside,omitempty"` // it is a part of the program
}

// String returns the name with the version.
func (o *Origin) String() string { return strings.TrimSpace(o.Name + " " + o.Version) }

// NamedOrigin returns the origin of a list for a report; nil for a nil list.
func (l *List) NamedOrigin() *Origin {
	if l == nil {
		return nil
	}
	return &l.Origin
}

// Lists chooses the list of an assembly; nil where there is none.
type Lists func(ctx context.Context, b genome.Build) (*List, error)

// OfProgram chooses among the lists that are part of the program.
func OfProgram(_ context.Context, b genome.Build) (*List, error) {
	l, _ := Inside(b)
	return l, nil
}
