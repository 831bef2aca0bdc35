package hermes_test

import (
	"slices"
	"testing"

	"cohortium/internal/hermes"
	"cohortium/internal/hermes/hermestest"
)

// The list says what QC found, counts what warns, and can be asked for one kind of it.
func TestTheListHasVerdicts(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.run(t, b.register(t, "Plain", 1))
		b.panels = panels{foreignPanel(t)} // it is set aside, and that is a warning
		b.run(t, b.register(t, "Aside", 2))
		b.panels = panels{exchangedPanel(t, hermestest.Sumstats(4400, 3))}
		b.run(t, b.register(t, "Failed", 3))
		b.register(t, "Waiting", 4)
		warnings := map[string]*int{}
		asked := func(verdicts ...string) (names []string) {
			t.Helper()
			page, err := b.Uploads(t.Context(), b.reviewer, hermes.UploadFilter{Verdicts: verdicts, Sort: "dataset_name", Limit: 10})
			must(t, err)
			if int(page.Total) != len(page.Items) {
				t.Errorf("%v: %d of %d", verdicts, len(page.Items), page.Total)
			}
			for _, u := range page.Items {
				names = append(names, u.DatasetName)
				warnings[u.DatasetName] = u.Run.Warnings
			}
			return names
		}
		for _, c := range []struct{ verdicts, want []string }{
			{nil, []string{"Aside", "Failed", "Plain", "Waiting"}},
			{[]string{"pass"}, nil},
			{[]string{"warn"}, []string{"Aside", "Plain"}},
			{[]string{"fail"}, []string{"Failed"}},
			{[]string{"fail", "pass"}, []string{"Failed"}},
		} {
			if got := asked(c.verdicts...); !slices.Equal(got, c.want) {
				t.Errorf("%v: %v, want %v", c.verdicts, got, c.want)
			}
		}
		plain, aside := warnings["Plain"], warnings["Aside"]
		if plain == nil || aside == nil || *plain < 1 || *aside != *plain+1 || warnings["Waiting"] != nil {
			t.Errorf("warnings: %v", warnings)
		}
	})
}
