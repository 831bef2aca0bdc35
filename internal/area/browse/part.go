package browse

import (
	"context"
	"strings"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// MaxRows is the most rows that Rows returns.
const MaxRows = 100_000

// Rows returns every row of a result in a region, by position: errs.Rule for a region that cannot
// be shown or has more than MaxRows, else the errors of Open.
func (s *Service) Rows(ctx context.Context, by *auth.Identity, ref Ref, region string) (_ *Result, rows []Row, err error) {
	defer errs.Wrap(&err, "browse.Rows(%q, %q)", ref, region)
	o, err := s.Open(ctx, by, ref)
	if err != nil {
		return nil, nil, err
	}
	span, err := spanOf(region, o.Build)
	if err != nil {
		return nil, nil, err
	}
	rows, err = readRows(ctx, o, span, MaxRows)
	return &o.Result, rows, err
}

// Genes returns the genes that share a base with a region, in genome order: errs.Rule for a region
// that cannot be shown, errs.NotFound where there is no list.
func (s *Service) Genes(ctx context.Context, build genome.Build, region string) (_ []*gene.Gene, err error) {
	defer errs.Wrap(&err, "browse.Genes(%q, %q)", build, region)
	span, err := spanOf(region, build)
	if err != nil {
		return nil, err
	}
	list, missing, err := s.references.Genes(ctx, build)
	if err != nil {
		return nil, err
	}
	if missing != "" {
		return nil, errs.New(errs.NotFound, "not_installed", "%s", missing)
	}
	return list.Overlapping(span), nil
}

// Recombination returns the rates along a region, or why there are none: errs.Rule for a region
// that cannot be shown.
func (s *Service) Recombination(ctx context.Context, build genome.Build, region string) (_ Recombination, err error) {
	defer errs.Wrap(&err, "browse.Recombination(%q, %q)", build, region)
	span, err := spanOf(region, build)
	if err != nil {
		return Recombination{}, err
	}
	return s.references.Recombination(ctx, build, span)
}

// Names that select any suitable data.
const (
	AnyReference  = "installed"
	AnyPopulation = "ALL"
)

// Linkage returns the variants of a region in LD data, the variant itself included, by their r²
// with a variant: from the data of a name, or AnyReference, for a population, or AnyPopulation.
// errs.NotFound where the data is not installed or lacks the variant.
func (s *Service) Linkage(ctx context.Context, of Variant, region, name, population string) (_ []ld.Linked, err error) {
	defer errs.Wrap(&err, "browse.Linkage(%q, %q)", of.ID(), region)
	span, err := spanOf(region, of.Build)
	if err != nil {
		return nil, err
	}
	var from LDChoice
	if population != AnyPopulation {
		from.Groups = []string{strings.ToUpper(population)}
	}
	found, err := s.references.LD(ctx, of, span, from)
	switch {
	case err != nil:
		return nil, err
	case found.Missing != "":
		return nil, errs.New(errs.NotFound, "not_installed", "%s", found.Missing)
	case name != AnyReference && name != found.Name:
		return nil, errs.New(errs.NotFound, "not_installed", "No LD data for %s that serves %s is named %s; %s is installed.",
			of.Build.Label(), population, errs.Shortened(name, 60), found.Name)
	}
	return found.Known, nil
}
