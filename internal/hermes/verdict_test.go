package hermes_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"cohortium/internal/hermes"
	"cohortium/internal/hermes/hermestest"
)

// The list says what QC found, counts what warns, and can be asked for one kind of it.
func TestTheListHasVerdicts(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.run(t, b.register(t, "Plain", 1))
		b.change = func(text []byte) []byte { // SE and N do not fit, which is a warning more
			return eachLine(text, func(i int, cells []string) []string {
				if i > 0 {
					effect, err := strconv.ParseFloat(cells[4], 64)
					must(t, err)
					se, err := strconv.ParseFloat(cells[5], 64)
					must(t, err)
					cells[4], cells[5] = fmt.Sprint(effect*3), fmt.Sprint(se*3)
				}
				return cells
			})
		}
		b.run(t, b.register(t, "Scaled", 2))
		b.change = nil
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
			{nil, []string{"Failed", "Plain", "Scaled", "Waiting"}},
			{[]string{"pass"}, nil},
			{[]string{"warn"}, []string{"Plain", "Scaled"}},
			{[]string{"fail"}, []string{"Failed"}},
			{[]string{"fail", "pass"}, []string{"Failed"}},
		} {
			if got := asked(c.verdicts...); !slices.Equal(got, c.want) {
				t.Errorf("%v: %v, want %v", c.verdicts, got, c.want)
			}
		}
		for sort, want := range map[string][]string{
			"qc":  {"Waiting", "Plain", "Scaled", "Failed"},
			"-qc": {"Failed", "Scaled", "Plain", "Waiting"},
		} {
			if got := b.pageByPage(t, sort); !slices.Equal(got, want) {
				t.Errorf("by %s: %v, want %v", sort, got, want)
			}
		}
		plain, scaled := warnings["Plain"], warnings["Scaled"]
		if plain == nil || scaled == nil || *plain < 1 || *scaled != *plain+1 || warnings["Waiting"] != nil {
			t.Errorf("warnings: %v", warnings)
		}
	})
}

// pageByPage gives the names of all data sets in an order, read one at a time.
func (b *bench) pageByPage(t *testing.T, sort string) (names []string) {
	t.Helper()
	f := hermes.UploadFilter{Sort: sort, Limit: 1}
	for range 10 {
		page, err := b.Uploads(t.Context(), b.reviewer, f)
		must(t, err)
		for _, u := range page.Items {
			names = append(names, u.DatasetName)
		}
		if page.Next.ID == "" {
			break
		}
		f.After = page.Next
	}
	return names
}

// What QC found is forgotten with the run that found it: a file that waits again, or whose run breaks off, stands with those of
// which nothing is known.
func TestAnotherRunForgetsTheVerdict(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.run(t, b.register(t, "Plain", 1))
		b.panels = panels{exchangedPanel(t, hermestest.Sumstats(4400, 2))}
		u := b.run(t, b.register(t, "Failed", 2))
		want := func(step string, names ...string) {
			t.Helper()
			if got := b.pageByPage(t, "-qc"); !slices.Equal(got, names) {
				t.Errorf("%s: %v, want %v", step, got, names)
			}
		}
		want("first", "Failed", "Plain")
		again, err := b.Rerun(t.Context(), b.uploader, u.ID, hermes.QCSettings{FD: 0.2, Adj: "none"})
		must(t, err)
		want("waiting", "Plain", "Failed")
		must(t, b.GiveUp(t.Context(), again.JobID, b.claim(t, again.JobID).Token, errors.New("the disk is full")))
		want("given up", "Plain", "Failed")
		if seen, err := b.Upload(t.Context(), b.uploader, u.ID); err != nil || seen.Run.Warnings != nil {
			t.Errorf("%v warnings, %v", seen.Run.Warnings, err)
		}
	})
}
