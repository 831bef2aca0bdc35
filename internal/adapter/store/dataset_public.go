package store

import (
	"context"
	"strings"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// open selects public data sets that contain every word. The user name of the owner, on a separate
// line of the search text, is not searched: callers without an account must not learn it.
func (f *filter) open(query string) {
	f.where = append(f.where, "deleted_at IS NULL AND sharing = 'public'")
	const line = "\n"
	for _, word := range strings.Fields(fold(printable(query))) {
		f.proposed(searchedTable("datasets"), word)
		f.add("replace(%s || search_key || %s, %s || owner_key || %s, %s) LIKE %s ESCAPE '!'", line, line, line, line, line, like(word))
	}
}

// PublicSummary implements dataset.Store.
func (d *Datasets) PublicSummary(ctx context.Context) (_ *dataset.PublicSummary, err error) {
	defer errs.Wrap(&err, "store.Datasets.PublicSummary")
	row, err := d.reader().GetPublicSummary(ctx)
	return &dataset.PublicSummary{Datasets: row.Datasets, Studies: row.Studies, Phenotypes: row.Phenotypes, Ancestries: row.Ancestries}, problem(err)
}
