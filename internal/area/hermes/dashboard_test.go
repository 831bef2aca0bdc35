package hermes_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
)

// waitingLine formats how many submissions wait for whom, and which waits longest.
func waitingLine(d *hermes.Dashboard) (line string) {
	for _, w := range d.Waiting {
		line += fmt.Sprintf("%s %d", w.On, w.Files)
		for _, u := range w.Oldest {
			line += " " + u.DatasetName
		}
		line += "; "
	}
	return line
}

// narrowed halves effects and standard errors, as of a trait on another scale.
func narrowed(text []byte) []byte {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		for _, column := range []int{4, 5} {
			x, _ := strconv.ParseFloat(cells[column], 64)
			cells[column] = strconv.FormatFloat(x/2, 'g', 8, 64)
		}
		lines[i+1] = strings.Join(cells, "\t")
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

func TestDashboardIsLimitedToTheCaller(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		empty, err := b.Dashboard(t.Context(), b.reviewer)
		must(t, err)
		if got := waitingLine(empty); got != "reviewer 0; uploader 0; system 0; " || len(empty.Coverage) != 0 || len(empty.Months) != 12 || empty.Days != nil {
			t.Errorf("of nothing: %s %+v", got, empty)
		}

		b.change = narrowed
		b.approve(t, "Accepted", 1)
		b.change = nil
		b.run(t, b.register(t, "Beta", 2))
		b.run(t, b.register(t, "Gamma", 3))
		refused := b.run(t, b.register(t, "Refused", 4))
		_, err = b.Review(t.Context(), b.reviewer, refused.ID, hermes.Decision{Kind: hermes.Reject, Comment: "N is wrong."})
		must(t, err)
		b.register(t, "Queued", 5)

		d, err := b.Dashboard(t.Context(), b.reviewer)
		must(t, err)
		if got, want := waitingLine(d), "reviewer 2 Beta Gamma; uploader 1 Refused; system 1 Queued; "; got != want {
			t.Errorf("waiting: %s, want %s", got, want)
		}
		month := d.Months[11]
		if month.Submitted != 5 || month.Accepted != 1 || month.Rejected != 1 || month.Days == nil || d.Days == nil {
			t.Errorf("this month: %+v", month)
		}
		accepted, onTheWay := 0, 0
		for _, c := range d.Coverage {
			accepted, onTheWay = accepted+c.Accepted, onTheWay+c.OnTheWay
		}
		if accepted != 1 || onTheWay != 3 { // Beta, Gamma and Queued
			t.Errorf("coverage: %d accepted, %d on the way", accepted, onTheWay)
		}
		if d.Judged != 1 || len(d.Outliers) != 1 || d.Outliers[0].DatasetName != "Accepted" || d.Outliers[0].Concerns[0].Step != "se_n" {
			t.Errorf("%d judged, outliers %+v", d.Judged, d.Outliers)
		}
		if d.Work.Queued != 1 || d.Work.Running != 0 || d.Work.OldestQueued == nil {
			t.Errorf("work: %+v", d.Work)
		}

		other := auth.NewIdentity(&auth.User{ID: "uploader2", UserName: "uploader2", Roles: []string{"uploader"}}, nil)
		theirs, err := b.Dashboard(t.Context(), other)
		must(t, err)
		if got := waitingLine(theirs); got != "reviewer 0; uploader 0; system 0; " || theirs.Summary.Files != 0 ||
			len(theirs.Coverage) != 0 || theirs.Judged != 0 || theirs.Work.Queued != 0 || theirs.Months[11] != (hermes.Month{Start: theirs.Months[11].Start}) {
			t.Errorf("an uploader of another cohort: %s %+v", got, theirs)
		}
	})
}
