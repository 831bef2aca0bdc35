package dataset_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spreadsheet"
)

// TestHostileNamesOfDataSets registers data sets under hostile names, with phenotypes and groups of these names. Each
// is refused with a sentence, or comes back unchanged from the registry and both exports of the list.
func TestHostileNamesOfDataSets(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		study := o.study(t, "North")
		names := make(map[string]string) // of those that were registered, by id
		for _, name := range hostile.Names() {
			d, err := o.CreateDataset(ctx, o.cora, metadata(name, study.ID))
			if errs.Is(err, errs.Rule) || errs.Is(err, errs.Conflict) { // Conflict: capitals of another one
				continue
			}
			must(t, err)
			names[d.ID] = strings.TrimSpace(name)
			v, err := o.Dataset(ctx, o.cora, d.ID)
			must(t, err)
			if v.Name != names[d.ID] {
				t.Errorf("%q is registered as %q", name, v.Name)
			}
			if _, err = o.AddPhenotype(
				ctx,
				o.cora,
				d.ID,
				dataset.PhenotypeInput{Code: "HF", Description: name, SampleSize: 1000},
			); err != nil &&
				!errs.Is(err, errs.Rule) {
				t.Errorf("the phenotype %q: %v", name, err)
			}
			shared, err := o.SetSharing(ctx, o.cora, d.ID, current(t, o, d.ID), dataset.SharingInput{Sharing: dataset.Named, Groups: []string{name}})
			if err == nil && (len(shared.Groups) != 1 || shared.Groups[0] != names[d.ID]) || err != nil && !errs.Is(err, errs.Rule) {
				t.Errorf("the group %q: %v, %v", name, shared, err)
			}
		}
		if len(names) < 200 {
			t.Errorf("%d names were taken", len(names))
		}

		rows, err := csv.NewReader(strings.NewReader(o.export(t, o.cora, dataset.Filter{}, dataset.CSV))).ReadAll()
		must(t, err)
		for _, row := range rows[1:] {
			if want := names[row[0]]; spreadsheet.Plain(row[1]) != want || strings.IndexAny(row[1], "=+-@＝") == 0 {
				t.Errorf("CSV: %q is %q", want, row[1])
			}
		}
		var list []struct{ ID, Name string }
		must(t, json.Unmarshal([]byte(o.export(t, o.cora, dataset.Filter{}, dataset.JSON)), &list))
		for _, d := range list {
			if d.Name != names[d.ID] {
				t.Errorf("JSON: %q is %q", names[d.ID], d.Name)
			}
		}
		if len(rows)-1 != len(names) || len(list) != len(names) {
			t.Errorf("%d data sets: %d rows, %d objects", len(names), len(rows)-1, len(list))
		}
	})
}

// current gives the version of a data set.
func current(t *testing.T, o *office, id string) int64 {
	t.Helper()
	v, err := o.Dataset(t.Context(), o.cora, id)
	must(t, err)
	return v.Version
}
