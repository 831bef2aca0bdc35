package browse

import (
	"context"
	"errors"
	"strings"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/platform/errs"
)

// References is the reference data shown with a region.
type References interface {
	// Genes returns the list of genes of a genome build, or a text that explains why there is none.
	Genes(ctx context.Context, build genome.Build) (list *gene.List, missing string, err error)
	// Recombination returns the rates along a region, or why there are none.
	Recombination(ctx context.Context, build genome.Build, region genome.Region) (Recombination, error)
	// LD returns r² between a variant and those of a region, or why there is none.
	LD(ctx context.Context, of Variant, region genome.Region, from LDChoice) (LD, error)
	// LDSources lists the LD data of a genome build, by name.
	LDSources(ctx context.Context, build genome.Build) ([]LDSource, error)
	// Haplotypes returns phased genotypes for the first of the ancestry groups that has any, or those of a
	// name; nil if there are none.
	Haplotypes(ctx context.Context, build genome.Build, from LDChoice) (*hermes.LDPanel, error)
	// Known returns the published associations of a region, or why there are none.
	Known(ctx context.Context, build genome.Build, region genome.Region) (KnownLoci, error)
	// Frequencies returns the frequencies of a variant with its alleles in the panels of a genome
	// build.
	Frequencies(ctx context.Context, v Variant) ([]reference.Frequency, error)
	// Way returns the way to another genome build, with its chain file; none is a
	// *liftover.ChainError.
	Way(ctx context.Context, from, to genome.Build) (*liftover.Way, error)
}

// Recombination is the rate from each position to the next. Positions are 1-based
// and rising, rates in cM/Mb; the rate of the last position, where the region or the map
// ends, is 0.
type Recombination struct {
	Source   string // of the map; "" for none
	Position []int32
	Rate     []float64
	Missing  string // why there is none, as a sentence
}

// LDChoice selects LD data: by name, else the first available for a list of ancestry groups;
// without groups any.
type LDChoice struct {
	Name   string
	Groups []string
}

// LDSource is selectable LD data.
type LDSource struct {
	Name, Version, Ancestry string
}

// LD is the linkage disequilibrium of variants with one of them.
type LD struct {
	Name    string // of the data; "" for none
	Source  string // its name and version
	Missing string // why there is none, as a sentence
	// Known are the variants of the region in the data, the variant of reference first.
	Known []ld.Linked
	// R2 returns r² with a variant of the region; false when the source lacks it. R2 is nil without
	// LD.
	R2 func(*Row) (float64, bool)
}

// Installed returns the reference data of a server: installed data, and the built-in genes.
func Installed(registry *reference.Registry) References { return installed{registry} }

type installed struct{ registry *reference.Registry }

// Genes implements References.
func (i installed) Genes(ctx context.Context, build genome.Build) (*gene.List, string, error) {
	list, _, err := i.registry.Genes(ctx, build)
	if errors.Is(err, reference.ErrNone) {
		return nil, noneInstalled("list of genes", build), nil
	}
	return list, "", err
}

// Recombination implements References.
func (i installed) Recombination(ctx context.Context, build genome.Build, region genome.Region) (Recombination, error) {
	rates, used, err := i.registry.Recombination(ctx, build)
	if errors.Is(err, reference.ErrNone) {
		return Recombination{Missing: noneInstalled("recombination map", build)}, nil
	}
	if err != nil {
		return Recombination{}, err
	}
	r := Recombination{Source: sourceOf(used)}
	stretches := rates.Rates(region.Chromosome, region.Start, region.End)
	for _, s := range stretches {
		r.Position, r.Rate = append(r.Position, s.Start), append(r.Rate, s.Rate)
	}
	if len(stretches) == 0 {
		r.Missing = "The recombination map " + used.Name + " has nothing on this region."
		return r, nil
	}
	r.Position, r.Rate = append(r.Position, stretches[len(stretches)-1].End), append(r.Rate, 0)
	return r, nil
}

// LD implements References.
func (i installed) LD(ctx context.Context, of Variant, region genome.Region, from LDChoice) (LD, error) {
	source, used, err := i.linkage(ctx, of.Build, from)
	if errors.Is(err, reference.ErrNone) {
		what := "LD data"
		if from.Name != "" {
			what += " named " + errs.Shortened(from.Name, 60)
		} else if len(from.Groups) > 0 {
			what += " of " + from.Groups[0]
		}
		return LD{Missing: noneInstalled(what, of.Build)}, nil
	}
	if err != nil {
		return LD{}, err
	}
	answer, err := source.R2(ctx, linkable(of.Chromosome, of.Position, of.OtherAllele, of.EffectAllele, of.RS()), region)
	if unknown := new(ld.UnknownError); errors.As(err, &unknown) {
		return LD{Name: used.Name, Source: sourceOf(used), Missing: "The LD data " + used.Name + " cannot tell: " + unknown.Why}, nil
	}
	if err != nil {
		return LD{}, err
	}
	known := append([]ld.Linked{answer.Lead}, answer.Variants...)
	return LD{Name: used.Name, Source: sourceOf(used), Known: known, R2: r2Of(known)}, nil
}

func (i installed) linkage(ctx context.Context, build genome.Build, from LDChoice) (*ld.Source, reference.Used, error) {
	if from.Name != "" {
		return i.registry.LinkageNamed(ctx, build, from.Name)
	}
	return i.registry.Linkage(ctx, build, from.Groups...)
}

// Haplotypes implements References.
func (i installed) Haplotypes(ctx context.Context, build genome.Build, from LDChoice) (*hermes.LDPanel, error) {
	if from.Name != "" {
		return i.registry.HaplotypesNamed(ctx, build, from.Name)
	}
	return i.registry.Haplotypes(ctx, build, from.Groups)
}

// LDSources implements References.
func (i installed) LDSources(ctx context.Context, build genome.Build) ([]LDSource, error) {
	notes, err := i.registry.Linkages(ctx, build)
	all := make([]LDSource, len(notes))
	for n := range notes {
		all[n] = LDSource{notes[n].Name, notes[n].Version, notes[n].Ancestry}
	}
	return all, err
}

// r2Of returns a function that finds the r² of a row among known variants.
func r2Of(known []ld.Linked) func(*Row) (float64, bool) {
	at := map[int32][]*ld.Linked{}
	for i := range known {
		at[known[i].Position] = append(at[known[i].Position], &known[i])
	}
	return func(p *Row) (float64, bool) {
		v := linkable(p.Chromosome, p.Position, p.OtherAllele, p.EffectAllele, p.RS())
		for _, l := range at[p.Position] {
			if l.Is(v) {
				return l.R2, true
			}
		}
		return 0, false
	}
}

// Frequencies implements References.
func (i installed) Frequencies(ctx context.Context, v Variant) ([]reference.Frequency, error) {
	return i.registry.Frequencies(ctx, v.Build, v.Chromosome, v.Position, v.EffectAllele, v.OtherAllele)
}

// Way implements References.
func (i installed) Way(ctx context.Context, from, to genome.Build) (*liftover.Way, error) {
	return i.registry.Way(ctx, from, to)
}

func linkable(c genome.Chromosome, position int32, a, b, rs string) ld.Variant {
	return ld.Variant{Chromosome: c, Position: position, A: a, B: b, RSID: rs}
}

// sourceOf names the data that was used, with its version.
func sourceOf(used reference.Used) string { return strings.TrimSpace(used.Name + " " + used.Version) }

// noneInstalled reports that no data of a kind is installed.
func noneInstalled(what string, build genome.Build) string {
	return "No " + what + " for " + build.Label() + " is installed."
}
