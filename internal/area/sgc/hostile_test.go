package sgc_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/spreadsheet"
)

// says reports whether a refusal names a field with this message.
func says(err error, field, message string) bool {
	var e *errs.Error
	return errors.As(err, &e) && slices.Contains(e.Fields, errs.Field{Field: field, Message: message})
}

// TestHostileNamesOfCohorts creates cohorts and phenotypes of hostile names. Each is refused with the character and its
// place, or comes back from views, the list of phenotypes and the archive, whose files every system can unpack.
func TestHostileNamesOfCohorts(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		cohorts, descriptions := map[string]string{}, map[string]string{}
		for i, name := range hostile.Names() {
			want := strings.Join(strings.Fields(name), " ")
			v, err := o.CreateCohort(ctx, o.una, example(name))
			switch fault := oneline.Fault(want); {
			case fault != "" && len(want) <= 255:
				if !says(err, "name", fault) {
					t.Errorf("%q: %v", name, err)
				}
			case err == nil:
				if cohorts[v.ID] = want; v.Name != want {
					t.Errorf("%q is %q", name, v.Name)
				}
			case !errs.Is(err, errs.Rule) && !errs.Is(err, errs.Conflict):
				t.Errorf("%q: %v", name, err)
			}
			code := fmt.Sprintf("H%d", i)
			want = strings.TrimSpace(name)
			_, err = o.CreatePhenotype(ctx, o.rita, sgc.PhenotypeInput{Code: code, Description: name, Aliases: []string{"x; " + want, "a" + want}})
			switch {
			case err == nil:
				if descriptions[code] = want; oneline.Fault(want) != "" {
					t.Errorf("the phenotype %q was taken", name)
				}
			case !errs.Is(err, errs.Rule) && !errs.Is(err, errs.Conflict):
				t.Errorf("the phenotype %q: %v", name, err)
			case oneline.Fault(want) != "" && len(want) <= 500 && !says(err, "description", oneline.Fault(want)):
				t.Errorf("the phenotype %q: %v", name, err)
			}
		}
		if len(cohorts) < 150 || len(descriptions) < 150 {
			t.Errorf("%d cohorts, %d phenotypes", len(cohorts), len(descriptions))
		}
		var table bytes.Buffer
		must(t, o.PhenotypesCSV(ctx, sgc.PhenotypeQuery{}, &table))
		rows, err := csv.NewReader(&table).ReadAll()
		must(t, err)
		for _, row := range rows {
			if want, ours := descriptions[row[0]]; ours {
				aliases := []string{"x; " + want, "a" + want}
				if got := spreadsheet.Items(spreadsheet.Plain(row[2])); spreadsheet.Plain(row[1]) != want || !slices.Equal(got, aliases) {
					t.Errorf("%q is %q, with %q", want, row[1], got)
				}
			}
		}

		var out bytes.Buffer
		manifest, err := o.WriteArchive(ctx, "rita", &out, nil)
		must(t, err)
		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		must(t, err)
		portable, seen := regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,200}$`), map[string]bool{}
		for _, f := range z.File {
			for _, part := range strings.Split(f.Name, "/") {
				if !portable.MatchString(part) || !filepath.IsLocal(f.Name) {
					t.Errorf("the archive has %q", f.Name)
				}
			}
			if f.Modified.Year() < 2000 {
				t.Errorf("%s is dated %s", f.Name, f.Modified)
			}
			if seen[f.Name] {
				t.Errorf("the archive has %q twice", f.Name)
			}
			seen[f.Name] = true
		}
		for _, c := range manifest.Cohorts {
			if c.Name != cohorts[c.ID] {
				t.Errorf("%q is %q in the manifest", cohorts[c.ID], c.Name)
			}
		}
		if len(manifest.Cohorts) != len(cohorts) {
			t.Errorf("%d of %d cohorts", len(manifest.Cohorts), len(cohorts))
		}
	})
}
