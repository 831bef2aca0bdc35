package reference

import (
	"cmp"
	"context"
	"slices"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/locusreport"
)

// Haplotypes implements hermes.Linkages with the phased genotypes that were installed last, for the
// first group that has any.
func (r *Registry) Haplotypes(ctx context.Context, b genome.Build, groups []string) (*hermes.LDPanel, error) {
	notes, err := r.Linkages(ctx, b)
	if err != nil {
		return nil, err
	}
	var best *Note
	for i := range notes {
		n := &notes[i]
		rank := slices.Index(groups, n.Ancestry)
		if n.Holds != ld.Genotypes || rank < 0 {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(slices.Index(groups, best.Ancestry), rank), later(n, best)) > 0 {
			best = n
		}
	}
	return r.haplotypes(ctx, best)
}

// HaplotypesNamed returns phased genotypes by their name; nil if there are none of this name.
func (r *Registry) HaplotypesNamed(ctx context.Context, b genome.Build, name string) (*hermes.LDPanel, error) {
	notes, err := r.Linkages(ctx, b)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(notes, func(n Note) bool { return n.Name == name && n.Holds == ld.Genotypes })
	if at < 0 {
		return nil, nil
	}
	return r.haplotypes(ctx, &notes[at])
}

func (r *Registry) haplotypes(ctx context.Context, n *Note) (*hermes.LDPanel, error) {
	if n == nil {
		return nil, nil
	}
	s, err := hold(ctx, r, n, "", openLinkage, "", indexEnd)
	if err != nil {
		return nil, err
	}
	panel := locusreport.Panel{Name: n.Name, Version: n.Version, Ancestry: n.Ancestry, People: n.People, SHA256: n.SHA256}
	return &hermes.LDPanel{Panel: panel, Source: s}, nil
}
