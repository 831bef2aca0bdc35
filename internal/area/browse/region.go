package browse

import (
	"context"
	"fmt"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/phrase"
)

// The limits of an answer about a region.
const (
	MaxTracks = 6
	MaxBases  = 5_000_000
	MaxPoints = 20_000  // of a track in an answer
	maxRows   = 500_000 // of a track that are read
)

// RegionQuery requests a region of some results.
type RegionQuery struct {
	Results []Ref // in the order of the tracks
	Region  string
	Build   genome.Build // UnknownBuild for that of the first result
	LDTo    string       // a variant; "" for the lead of the first track
	LDFrom  string       // name of LD data; "" for that of the first track's ancestry
}

// Region is the content of a region. Positions are 1-based on Build; Span includes both ends.
type Region struct {
	Build         genome.Build
	Span          genome.Region
	Tracks        []*Track
	Others        []OtherBuild // requested results that were left out
	Genes         []*gene.Gene
	GeneSource    string
	GenesMissing  string // why there are none, as a sentence
	Recombination Recombination
	LDOf          *Variant // nil when there is none
	LD            LD
	Linked        Linked     // without results, the known LD of the region
	LDSources     []LDSource // selectable LD data
	Known         KnownLoci
}

// Region answers a query: errs.Rule for a region that cannot be shown or more than MaxTracks
// results, else the errors of Open. Without results it has only the reference data of the region.
// by is nil for a caller who is not signed in.
func (s *Service) Region(ctx context.Context, by *auth.Identity, q RegionQuery) (_ *Region, err error) {
	defer errs.Wrap(&err, "browse.Region(%+v)", q)
	if len(q.Results) > MaxTracks {
		return nil, errs.AtField("result", fmt.Sprintf("A region is shown for at most %d results.", MaxTracks))
	}
	if len(q.Results) == 0 && q.Build == genome.UnknownBuild {
		return nil, errs.AtField("result", "Name results, or the genome build whose genes lie in the region.")
	}
	opened := make([]*Opened, len(q.Results))
	for i, ref := range q.Results {
		if opened[i], err = s.Open(ctx, by, ref); err != nil {
			return nil, err
		}
	}
	build := q.Build
	if build == genome.UnknownBuild {
		build = opened[0].Build
	}
	span, err := spanOf(q.Region, build)
	if err != nil {
		return nil, err
	}
	r := &Region{Build: build, Span: span}
	opened, r.Others = onBuild(opened, build, func(o *Opened) genome.Build { return o.Build })
	if r.Tracks, err = readTracks(ctx, opened, span); err != nil {
		return nil, err
	}
	return r, s.surround(ctx, by, r, q)
}

// spanOf reads the region of a query.
func spanOf(text string, build genome.Build) (genome.Region, error) {
	span, err := parseSpan("region", text, build)
	if err != nil {
		return span, err
	}
	if bases := int64(span.End) - int64(span.Start) + 1; bases > MaxBases {
		return span, errs.AtField("region", fmt.Sprintf("A region has at most %s bases; this one has %s. Ask for a part of it.",
			phrase.Thousands(MaxBases), phrase.Thousands(bases)))
	}
	return span, nil
}

// readTracks reads the rows of all results at once.
func readTracks(ctx context.Context, opened []*Opened, span genome.Region) ([]*Track, error) {
	tracks := make([]*Track, len(opened))
	group, ctx := guard.WithContext(ctx)
	for i, o := range opened {
		group.Go(func() (err error) {
			tracks[i], err = readTrack(ctx, o, span)
			return err
		})
	}
	return tracks, group.Wait()
}

// surround adds the reference data, and prepares the tracks for display.
func (s *Service) surround(ctx context.Context, by *auth.Identity, r *Region, q RegionQuery) (err error) {
	genes, missing, err := s.references.Genes(ctx, r.Build)
	if err != nil {
		return err
	}
	if r.GenesMissing = missing; missing == "" {
		r.Genes, r.GeneSource = genes.Overlapping(r.Span), genes.Origin.String()
	}
	if r.Recombination, err = s.references.Recombination(ctx, r.Build, r.Span); err != nil {
		return err
	}
	if r.Known, err = s.references.Known(ctx, r.Build, r.Span); err != nil {
		return err
	}
	if err := s.addLD(ctx, by, r, q); err != nil {
		return err
	}
	for _, t := range r.Tracks {
		t.finish(r.LD, r.LDOf)
	}
	return nil
}

// addLD finds the variant that LD is to, and the LD with it. Where there is none of the first
// track's ancestry, that of another is used, and named.
func (s *Service) addLD(ctx context.Context, by *auth.Identity, r *Region, q RegionQuery) (err error) {
	if r.LDSources, err = s.references.LDSources(ctx, r.Build); err != nil {
		return err
	}
	r.LDOf, err = s.ldVariant(ctx, by, r, q.LDTo)
	if err != nil {
		return err
	}
	if r.LDOf == nil {
		r.LD = LD{Missing: "This region has no variant for LD."}
		return nil
	}
	from := LDChoice{Name: q.LDFrom}
	if from.Name == "" && len(r.Tracks) > 0 {
		from.Groups = r.Tracks[0].Result.Groups
	}
	r.LD, err = s.references.LD(ctx, *r.LDOf, r.Span, from)
	if err == nil && r.LD.Name == "" && len(from.Groups) > 0 {
		r.LD, err = s.references.LD(ctx, *r.LDOf, r.Span, LDChoice{})
	}
	if len(q.Results) == 0 {
		r.Linked = strongest(r.LD.Known, MaxLinked)
	}
	return err
}

// ldVariant returns the requested variant, as a track has it if one does, else the lead of the
// first track that has one.
func (s *Service) ldVariant(ctx context.Context, by *auth.Identity, r *Region, text string) (*Variant, error) {
	if text == "" {
		for _, t := range r.Tracks {
			if t.Lead >= 0 {
				return t.variant(t.Lead, r.Build), nil
			}
		}
		return nil, nil
	}
	rs, isRS := parseRS(text)
	wanted := []Variant{{Build: r.Build, Chromosome: r.Span.Chromosome, RSID: rs}}
	if !isRS {
		v, ok := ParseVariant(text, r.Build)
		if !ok {
			return nil, errs.AtField("ld_to", "LD is to a variant, such as rs2200733 or 4:111710169:C:T; "+errs.Shortened(text, 60)+" is none.")
		}
		wanted[0] = v
	}
	for _, t := range r.Tracks {
		if i := t.find(wanted[0]); i >= 0 {
			return t.variant(i, r.Build), nil
		}
	}
	if isRS {
		var err error
		if wanted, err = s.place(ctx, by, rs, r.Build); err != nil {
			return nil, err
		}
	}
	for _, v := range wanted {
		if r.Span.Contains(v.Chromosome, v.Position) {
			return &v, nil
		}
	}
	return nil, errs.AtField("ld_to", errs.Shortened(text, 60)+" is not in this region.")
}

// place finds the variants of an rs number; none where rs numbers cannot be placed.
func (s *Service) place(ctx context.Context, by *auth.Identity, rs uint64, build genome.Build) ([]Variant, error) {
	if s.rs == nil {
		return nil, nil
	}
	return s.rs.Place(ctx, by, rs, build)
}
