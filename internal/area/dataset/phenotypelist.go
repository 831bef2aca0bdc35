package dataset

import (
	"cmp"
	"context"
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	_ "embed" // the list

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// The list has the traits of the heart-failure consortium (as package hermes has them), common
// traits of genome-wide association studies under the short codes that public knowledge portals
// use, and the skin diseases of the SGC consortium (those of internal/area/sgc/phenotypes.csv).
// Names and codes of traits are facts; nothing else was copied.
//
//go:embed phenotypes.csv
var phenotypeList string

// KnownPhenotype is a phenotype to choose from.
type KnownPhenotype struct {
	Code        string
	Description string
	Group       string // "" if it is not in the list
	Dichotomous bool
	Datasets    int64 // number of data sets that the caller may see and that use it
}

// KnownPhenotypes searches the list and the phenotypes of data sets. A match contains every word of
// the query in its code or description. It returns the best matches first, and their total number.
func (s *Service) KnownPhenotypes(ctx context.Context, by *auth.Identity, query string, limit int) (_ []KnownPhenotype, total int, err error) {
	defer errs.Wrap(&err, "dataset.KnownPhenotypes(%q)", query)
	if err := mustRegister(by); err != nil {
		return nil, 0, err
	}
	used, err := s.store.UsedPhenotypes(ctx, readerOf(by, false))
	if err != nil {
		return nil, 0, err
	}
	all, err := listedPhenotypes()
	if err != nil {
		return nil, 0, err
	}
	found := search(merge(all, used), query)
	return found[:min(limit, len(found))], len(found), nil
}

// listedPhenotypes reads the list, once; each caller has its own copy.
func listedPhenotypes() ([]KnownPhenotype, error) {
	list, err := readPhenotypes()
	return slices.Clone(list), err
}

var readPhenotypes = sync.OnceValues(func() ([]KnownPhenotype, error) {
	rows, err := csv.NewReader(strings.NewReader(phenotypeList)).ReadAll()
	if err != nil {
		return nil, err
	}
	list := make([]KnownPhenotype, 0, len(rows))
	for _, row := range rows[1:] {
		list = append(list, KnownPhenotype{Code: row[0], Description: row[1], Group: row[2], Dichotomous: row[3] == "true"})
	}
	return list, nil
})

// merge counts the use of listed phenotypes and adds the others.
func merge(list []KnownPhenotype, used []PhenotypeUse) []KnownPhenotype {
	at := make(map[string]int, len(list))
	for i, p := range list {
		at[strings.ToLower(p.Code)] = i
	}
	for _, u := range used {
		if i, ok := at[strings.ToLower(u.Code)]; ok {
			list[i].Datasets += u.Datasets
			continue
		}
		list = append(list, KnownPhenotype{Code: u.Code, Description: cmp.Or(u.Description, u.Code), Dichotomous: u.Dichotomous, Datasets: u.Datasets})
	}
	return list
}

// search returns the phenotypes that contain every word of a query: exact matches first, then those
// that start with it, then those with a word that does. Ties are sorted by the number of data sets,
// then by name.
func search(list []KnownPhenotype, query string) []KnownPhenotype {
	query = strings.ToLower(strings.Join(strings.Fields(query), " "))
	words := strings.Fields(query)
	type hit struct {
		KnownPhenotype
		rank int
	}
	var hits []hit
	for _, p := range list {
		code, description := strings.ToLower(p.Code), strings.ToLower(p.Description)
		if hasWords(code+" "+description, words) {
			hits = append(hits, hit{p, rankOf(code, description, query, words)})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.Datasets, a.Datasets),
			strings.Compare(strings.ToLower(a.Description), strings.ToLower(b.Description)), strings.Compare(a.Code, b.Code))
	})
	out := make([]KnownPhenotype, len(hits))
	for i, h := range hits {
		out[i] = h.KnownPhenotype
	}
	return out
}

func rankOf(code, description, query string, words []string) int {
	begins := func(word string) bool { return strings.Contains(" "+american(description), " "+american(word)) }
	switch {
	case len(words) == 0:
		return 0
	case code == query:
		return 0
	case description == query:
		return 1
	case strings.HasPrefix(code, query), strings.HasPrefix(american(description), american(query)):
		return 2
	case !slices.ContainsFunc(words, func(w string) bool { return !begins(w) }):
		return 3
	}
	return 4
}

// hasWords reports whether a text contains every word, in British or American spelling.
func hasWords(text string, words []string) bool {
	other := american(text)
	for _, w := range words {
		if !strings.Contains(text, w) && !strings.Contains(other, american(w)) {
			return false
		}
	}
	return true
}

// american converts to American spelling: hemoglobin, celiac, tumor.
func american(text string) string {
	return strings.NewReplacer("ae", "e", "oe", "e", "our", "or").Replace(text)
}
