package reference

import (
	"maps"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// parseBuild reads a declared assembly.
func parseBuild(declared string, place Place) (genome.Build, error) {
	build, ok := genome.ParseBuild(declared)
	if !ok {
		return build, say("%q is not a known genome build: use GRCh37, GRCh38 or NCBI36 with %s", declared, place)
	}
	return build, nil
}

// agree determines an assembly: a declared one must match the file. place is where it is declared,
// evidence the sentence about the file, "" when there is none.
func agree(declared *string, found genome.Build, place Place, evidence string) error {
	if *declared != "" {
		build, err := parseBuild(*declared, place)
		if err != nil {
			return err
		}
		if build != found {
			if evidence != "" {
				evidence = ". " + evidence
			}
			return say("%s is %s, but the file is on %s. Correct %s or leave it out%s", place, build, found, place, evidence)
		}
	}
	*declared = string(found)
	return nil
}

// buildFacts is the evidence of a file's contents about its assembly.
type buildFacts struct {
	build    genome.Build // unknown when they do not determine it
	evidence string
	// elsewhere reports whether the contents are on another assembly than b.
	elsewhere func(b genome.Build) bool
	ends      map[genome.Chromosome]int32
}

// settleBuild determines the assembly of a file: evidence in the contents takes precedence over the
// declaration, which is required without evidence.
func (a *adding) settleBuild(t *buildFacts) error {
	n := a.note
	build := t.build
	if build == genome.UnknownBuild && n.Build == "" {
		build = onlyBuild(t.ends)
	}
	if build != genome.UnknownBuild {
		if err := agree(&n.Build, build, OfBuild, t.evidence); err != nil {
			return err
		}
	}
	if n.Build == "" {
		return say("its positions do not show the genome build. %s Name it with %s", t.evidence, OfBuild)
	}
	declared, err := parseBuild(n.Build, OfBuild)
	if err != nil {
		return err
	}
	if declared == genome.NCBI36 {
		return say("it is on %s. Such files serve data sets on GRCh37 or GRCh38", declared.Label())
	}
	if t.elsewhere != nil && t.elsewhere(declared) {
		return say("%s is %s, but the positions of the file do not match. %s Correct %s, or use another file", OfBuild, declared, t.evidence, OfBuild)
	}
	if c, end := pastEnd(t.ends, declared); c != genome.Unknown {
		return say("%s is %s, but the file has position %s of chromosome %s, which ends at %s there. Correct %s, or use another file",
			OfBuild, declared, phrase.Thousands(int64(end)), c, phrase.Thousands(int64(c.Length(declared))), OfBuild)
	}
	n.Build = string(declared)
	return nil
}

// pastEnd returns a chromosome on which the file extends beyond its end on an assembly, and the
// last position there.
func pastEnd(ends map[genome.Chromosome]int32, b genome.Build) (genome.Chromosome, int32) {
	for _, c := range slices.Sorted(maps.Keys(ends)) {
		if ends[c] > c.Length(b) {
			return c, ends[c]
		}
	}
	return genome.Unknown, 0
}

// onlyBuild returns the one assembly of GRCh37 and GRCh38 whose chromosomes contain all positions
// of the file, when the other's do not.
func onlyBuild(ends map[genome.Chromosome]int32) genome.Build {
	past37, _ := pastEnd(ends, genome.GRCh37)
	past38, _ := pastEnd(ends, genome.GRCh38)
	switch {
	case past37 == genome.Unknown && past38 != genome.Unknown:
		return genome.GRCh37
	case past38 == genome.Unknown && past37 != genome.Unknown:
		return genome.GRCh38
	}
	return genome.UnknownBuild
}

// places collects the evidence of a file's variants about its assembly.
type places struct{ tally *recognise.BuildTally }

func newPlaces() (*places, error) {
	tally, err := recognise.NewBuildTally()
	return &places{tally}, err
}

func (p *places) see(c genome.Chromosome, position int32, id []byte) {
	p.tally.See(&sumstats.Row{Chromosome: c, Position: position, RSID: sumstats.ParseRSID(id)})
}

// number is like see, for an rs number that was parsed already.
func (p *places) number(c genome.Chromosome, position int32, number uint64) {
	p.tally.See(&sumstats.Row{Chromosome: c, Position: position, RSID: number})
}

func (p *places) buildFacts(ends map[genome.Chromosome]int32) *buildFacts {
	t := &buildFacts{elsewhere: p.tally.Contradicts, ends: ends}
	t.build, t.evidence = p.tally.Conclude()
	return t
}
