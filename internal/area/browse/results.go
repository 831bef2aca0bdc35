package browse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// Filter narrows a list of results.
type Filter struct {
	Q         string       // every word occurs in the data set or analysis
	Build     genome.Build // UnknownBuild for all
	Phenotype string       // as Result has it, without case; "" for all
	All       bool         // include results with a caveat
}

// OtherBuild counts results that were left out because they are on another assembly.
type OtherBuild struct {
	Build genome.Build
	N     int
}

// Sentence words the count.
func (o OtherBuild) Sentence() string {
	verb := "are"
	if o.N == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s %s on %s.", phrase.Counted(int64(o.N), "result", "results"), verb, o.Build.Label())
}

// Listing is a list of results and what it leaves out.
type Listing struct {
	Items       []Result // by title
	OtherBuilds []OtherBuild
	LeftOut     []LeftOut
}

// Results lists the results that the caller may look at. It counts those on other builds
// than the one asked for, and of the build those with a caveat, which it leaves out unless
// the filter includes them. by is nil for a caller who is not signed in.
func (s *Service) Results(ctx context.Context, by *auth.Identity, f Filter) (_ *Listing, err error) {
	defer errs.Wrap(&err, "browse.Results(%+v)", f)
	all, err := s.gather(ctx, by, f.Q)
	if err != nil {
		return nil, err
	}
	if f.Phenotype != "" {
		all = slices.DeleteFunc(all, func(r Result) bool { return !strings.EqualFold(r.Phenotype, f.Phenotype) })
	}
	return listingOf(all, f.Build, f.All), nil
}

// gather returns the results of all sources.
func (s *Service) gather(ctx context.Context, by *auth.Identity, q string) (all []Result, _ error) {
	for _, source := range s.sources {
		some, err := resultsOf(ctx, source, by, q)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// listedOnce is the key of a context in which each source lists the results of one caller once.
type listedOnce struct{}

// listOnce returns a context for one call of one caller, whose steps list all results.
func listOnce(ctx context.Context) context.Context {
	return context.WithValue(ctx, listedOnce{}, map[Kind][]Result{})
}

// resultsOf lists the results of a source; see listOnce. The caller may change the list, but not its items.
func resultsOf(ctx context.Context, source Source, by *auth.Identity, q string) ([]Result, error) {
	kept, once := ctx.Value(listedOnce{}).(map[Kind][]Result)
	if !once || q != "" {
		return source.Results(ctx, by, q)
	}
	list, there := kept[source.Kind()]
	if !there {
		var err error
		if list, err = source.Results(ctx, by, q); err != nil {
			return nil, err
		}
		kept[source.Kind()] = list
	}
	return slices.Clone(list), nil
}

// listingOf makes a listing of the results on a build, with or without those with a caveat.
func listingOf(all []Result, build genome.Build, withCaveats bool) *Listing {
	l := &Listing{}
	l.Items, l.OtherBuilds = onBuild(all, build, func(r Result) genome.Build { return r.Build })
	markRepeated(l.Items)
	if !withCaveats {
		l.Items, l.LeftOut = withoutCaveat(l.Items)
	}
	slices.SortFunc(l.Items, func(a, b Result) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title)), cmp.Compare(a.Ref.String(), b.Ref.String()))
	})
	return l
}

// onBuild returns the items on an assembly and counts the rest; on UnknownBuild it returns all.
func onBuild[T any](all []T, build genome.Build, of func(T) genome.Build) (kept []T, others []OtherBuild) {
	for _, x := range all {
		if build == genome.UnknownBuild || of(x) == build {
			kept = append(kept, x)
			continue
		}
		at := slices.IndexFunc(others, func(o OtherBuild) bool { return o.Build == of(x) })
		if at < 0 {
			at, others = len(others), append(others, OtherBuild{Build: of(x)})
		}
		others[at].N++
	}
	slices.SortFunc(others, func(a, b OtherBuild) int { return cmp.Compare(a.Build, b.Build) })
	return kept, others
}

// Open returns a result with its rows: errs.NotFound when it is absent or hidden from the caller,
// errs.Conflict (no_results) when there are none yet.
func (s *Service) Open(ctx context.Context, by *auth.Identity, ref Ref) (_ *Opened, err error) {
	defer errs.Wrap(&err, "browse.Open(%q)", ref)
	for _, source := range s.sources {
		if source.Kind() == ref.Kind {
			return source.Open(ctx, by, ref.ID)
		}
	}
	return nil, errs.Missing("result")
}
