package browse

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/spelling"
)

// DefaultFlank is the default distance shown around a gene, a variant or a position, in bases.
const DefaultFlank = 250_000

// MeaningKind is the kind of thing that a text names.
type MeaningKind string

// The kinds of meanings.
const (
	RegionMeaning  MeaningKind = "region"
	GeneMeaning    MeaningKind = "gene"
	VariantMeaning MeaningKind = "variant"
)

// Meaning is one thing that a text names. Region is the region to show for it, within its
// chromosome: 1-based, both ends included.
type Meaning struct {
	Kind    MeaningKind
	Label   string
	Build   genome.Build
	Region  genome.Region
	Gene    *gene.Gene // of a GeneMeaning
	Variant *Variant   // of a VariantMeaning
}

// Resolve returns the meanings of a text on a genome build, or on both when build is UnknownBuild;
// the likeliest first. errs.NotFound with near names when it means nothing, errs.Rule for a region
// that cannot be. by is nil for a caller who is not signed in.
func (s *Service) Resolve(ctx context.Context, by *auth.Identity, text string, build genome.Build) (_ []Meaning, err error) {
	defer errs.Wrap(&err, "browse.Resolve(%q, %q)", text, build)
	words, flank, err := cutFlank(strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	ctx = listOnce(ctx)
	builds := []genome.Build{genome.GRCh37, genome.GRCh38}
	if build != genome.UnknownBuild {
		builds = []genome.Build{build}
	}
	var found []Meaning
	var refused error
	for _, b := range builds {
		some, err := s.meanings(ctx, by, words, flank, b)
		if err != nil && !errs.Is(err, errs.Rule) && !errs.Is(err, errs.NotFound) {
			return nil, err
		}
		refused = cmp.Or(refused, err)
		found = append(found, some...)
	}
	switch {
	case len(found) > 0:
		return found, nil
	case refused != nil:
		return nil, refused
	}
	return nil, s.unknown(ctx, words, builds)
}

// meanings returns the meanings of a text on one build. A text that looks like a place is not
// searched as a gene.
func (s *Service) meanings(ctx context.Context, by *auth.Identity, text string, flank int32, build genome.Build) ([]Meaning, error) {
	if rs, ok := parseRS(text); ok {
		placed, err := s.place(ctx, by, rs, build)
		found := make([]Meaning, len(placed))
		for i, v := range placed {
			found[i] = variantMeaning(v, flank)
		}
		return found, err
	}
	if v, ok := ParseVariant(text, build); ok {
		if err := mustLieOn("q", v.Chromosome, v.Position, build); err != nil {
			return nil, err
		}
		variant := variantMeaning(v, flank)
		if v.EffectAllele != "" {
			return []Meaning{variant}, nil
		}
		return []Meaning{regionMeaning(variant.Region, build), variant}, nil
	}
	if strings.Contains(text, ":") {
		span, err := parseSpan("q", text, build)
		if err != nil {
			return nil, err
		}
		return []Meaning{regionMeaning(around(span, max(flank, 0), build), build)}, nil
	}
	return s.genesNamed(ctx, text, flank, build)
}

func (s *Service) genesNamed(ctx context.Context, text string, flank int32, build genome.Build) ([]Meaning, error) {
	list, missing, err := s.references.Genes(ctx, build)
	if err != nil || missing != "" {
		return nil, err
	}
	var found []Meaning
	for _, g := range list.Find(text) {
		found = append(found, Meaning{Kind: GeneMeaning, Label: g.Symbol, Build: build, Gene: g, Region: around(g.Body, flankOr(flank), build)})
	}
	return found, nil
}

func variantMeaning(v Variant, flank int32) Meaning {
	label := v.ID()
	if v.RSID > 0 {
		label = rsText(v.RSID)
	}
	at := genome.Region{Chromosome: v.Chromosome, Start: v.Position, End: v.Position}
	return Meaning{Kind: VariantMeaning, Label: label, Build: v.Build, Variant: &v, Region: around(at, flankOr(flank), v.Build)}
}

func regionMeaning(span genome.Region, build genome.Build) Meaning {
	return Meaning{Kind: RegionMeaning, Label: span.String(), Build: build, Region: span}
}

// unstated is the flank of a text without one.
const unstated = -1

func flankOr(flank int32) int32 {
	if flank == unstated {
		return DefaultFlank
	}
	return flank
}

// around returns a region extended by flank bases at either end, within its chromosome.
func around(r genome.Region, flank int32, build genome.Build) genome.Region {
	r.Start = max(1, r.Start-flank)
	r.End = int32(min(int64(r.End)+int64(flank), int64(r.Chromosome.Length(build))))
	return r
}

var flanked = regexp.MustCompile(`(?i)^(.*?)\s*(?:±|\+/-|\+-)\s*([0-9.,]+)\s*(bp|kb|mb|)$`)

// cutFlank splits the flank behind ± from a text.
func cutFlank(text string) (rest string, flank int32, err error) {
	found := flanked.FindStringSubmatch(text)
	if found == nil {
		return text, unstated, nil
	}
	unit := map[string]float64{"": 1, "bp": 1, "kb": 1e3, "mb": 1e6}[strings.ToLower(found[3])]
	n, err := strconv.ParseFloat(strings.ReplaceAll(found[2], ",", ""), 64)
	if err != nil || n*unit > MaxBases {
		return "", 0, errs.AtField("q", fmt.Sprintf("After ±, enter a number of bases up to %s, such as ± 100kb.", phrase.Thousands(MaxBases)))
	}
	return strings.TrimSpace(found[1]), int32(math.Round(n * unit)), nil
}

var rsNumber = regexp.MustCompile(`(?i)^rs([0-9]{1,19})$`)

// parseRS reads an rs number.
func parseRS(text string) (uint64, bool) {
	found := rsNumber.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return 0, false
	}
	n, err := strconv.ParseUint(found[1], 10, 64)
	return n, err == nil && n > 0
}

// rsText returns an rs number with its letters; "" for none.
func rsText(n uint64) string {
	if n == 0 {
		return ""
	}
	return "rs" + strconv.FormatUint(n, 10)
}

var written = regexp.MustCompile(`(?i)^((?:chr)?[0-9a-z]{1,2})[:_-]([0-9][0-9,]*)(?:[:_-]([acgt]+)[:_/>-]([acgt]+))?$`)

// ParseVariant reads a variant as chromosome:position:allele:allele, also with _, - and /, and a
// position alone, which has no alleles. The second allele is assumed to be the effect allele; only
// a result can determine it.
func ParseVariant(text string, build genome.Build) (Variant, bool) {
	found := written.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil || found[3] == "" && !strings.Contains(text, ":") {
		return Variant{}, false
	}
	at, err := genome.ParseRegion(found[1] + ":" + found[2])
	if err != nil {
		return Variant{}, false
	}
	return Variant{
		Build: build, Chromosome: at.Chromosome, Position: at.Start,
		OtherAllele: strings.ToUpper(found[3]), EffectAllele: strings.ToUpper(found[4]),
	}, true
}

// parseSpan reads a region on its chromosome, from a field of a call.
func parseSpan(field, text string, build genome.Build) (genome.Region, error) {
	span, err := genome.ParseRegion(text)
	if err != nil {
		return span, errs.AtField(
			field,
			"This is not a region: "+strings.TrimPrefix(err.Error(), "region ")+". A region looks like 4:110,900,000-112,100,000 or 4:110.9-112.1Mb.",
		)
	}
	if span.End == math.MaxInt32 && span.Start == 1 {
		return span, errs.AtField(
			field,
			"Chromosome "+span.Chromosome.String()+" as a whole is too much for a region. Ask for a part of it, such as "+span.Chromosome.String()+":1-1,000,000.",
		)
	}
	return span, mustLieOn(field, span.Chromosome, span.End, build)
}

// mustLieOn rejects positions behind the end of a chromosome.
func mustLieOn(field string, c genome.Chromosome, position int32, build genome.Build) error {
	if length := c.Length(build); position > length {
		return errs.AtField(field, fmt.Sprintf("Chromosome %s of %s ends at %s; %s lies behind it.",
			c, build.Label(), phrase.Thousands(int64(length)), phrase.Thousands(int64(position))))
	}
	return nil
}

// nearNames is how many similar names an answer suggests.
const nearNames = 4

// unknown returns the error for a text without meaning, with suggestions.
func (s *Service) unknown(ctx context.Context, text string, builds []genome.Build) error {
	where := builds[0].Label()
	if len(builds) > 1 {
		where += " or " + builds[1].Label()
	}
	if _, ok := parseRS(text); ok {
		return meansNothing(fmt.Sprintf("No result that you may look at has %s on %s.", text, where))
	}
	sentence := fmt.Sprintf("“%s” is not a gene, variant or region on %s.", errs.Shortened(text, 60), where)
	near, err := s.near(ctx, text, builds[len(builds)-1])
	if err != nil {
		return err
	}
	if len(near) > 0 {
		sentence += " Did you mean " + strings.Join(near, ", ") + "?"
	}
	return meansNothing(sentence)
}

func meansNothing(sentence string) error {
	return errs.New(errs.NotFound, "not_found", "%s", sentence).WithFields(errs.Field{Field: "q", Message: sentence})
}

// near returns names of genes like a text: the one it is a misspelling of, and those that begin
// with it.
func (s *Service) near(ctx context.Context, text string, build genome.Build) ([]string, error) {
	list, missing, err := s.references.Genes(ctx, build)
	if err != nil || missing != "" || text == "" {
		return nil, err
	}
	var near []string
	if name := spelling.New(list.Symbols()...).Nearest(text); name != "" {
		near = append(near, name)
	}
	for _, g := range list.Suggest(text, nearNames) {
		if len(near) < nearNames && !slices.Contains(near, g.Symbol) {
			near = append(near, g.Symbol)
		}
	}
	return near, nil
}
