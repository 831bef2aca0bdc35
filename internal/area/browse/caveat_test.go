package browse

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
)

// A reviewer's decision outweighs the verdict of QC; without one, every status waits.
func TestCaveatOfASubmission(t *testing.T) {
	want := map[hermes.UploadStatus]Caveat{
		hermes.ReviewApproved: NoCaveat, hermes.ReviewRejected: Rejected, hermes.FailedQC: Failed,
		hermes.ReadyForReview: Waiting, hermes.SubmittedToQC: Waiting, hermes.FailedToSubmitToQC: Waiting,
		hermes.SubmittedToLiftover: Waiting, hermes.LiftoverComplete: Waiting, hermes.LiftoverFailed: Waiting,
	}
	for status, sound := range want {
		for _, verdict := range []string{"pass", "warn", "fail"} {
			caveat := sound
			if verdict == "fail" && sound == Waiting {
				caveat = Failed
			}
			if got := caveatOf(status, verdict); got != caveat {
				t.Errorf("%s with verdict %s: %q, want %q", status, verdict, got, caveat)
			}
		}
	}
}

func TestResultsWithCaveatsAreLeftOutAndCounted(t *testing.T) {
	files := &shelf{kind: FileResult}
	table := held{at(place, "C", "T", 0.2, 0.02, 0.11, 20)}
	put := func(name string, build genome.Build, caveat Caveat, content string) {
		files.put(name, build, table)
		r := &files.results[len(files.results)-1]
		r.Caveat, r.Content = caveat, content
	}
	put("sound", genome.GRCh37, NoCaveat, "1")
	put("copy waits", genome.GRCh37, Waiting, "1")
	put("copy", genome.GRCh37, NoCaveat, "1")
	put("waits", genome.GRCh37, Waiting, "2")
	put("waits too", genome.GRCh37, Waiting, "3")
	put("failed", genome.GRCh37, Failed, "4")
	put("rejected", genome.GRCh37, Rejected, "5")
	put("one", genome.GRCh37, NoCaveat, "")
	put("another without a file", genome.GRCh37, NoCaveat, "")
	put("elsewhere", genome.GRCh38, Failed, "6")
	s := service(files)

	l, err := s.Results(t.Context(), nil, Filter{Build: genome.GRCh37})
	if err != nil {
		t.Fatal(err)
	}
	titled := func(l *Listing) (out []string) {
		for _, r := range l.Items {
			out = append(out, r.Title+"="+string(r.Caveat))
		}
		return out
	}
	if got := titled(l); !slices.Equal(got, []string{"another without a file=", "copy=", "one="}) {
		t.Errorf("kept %q", got)
	}
	var said []string
	for _, o := range l.LeftOut {
		said = append(said, o.Sentence())
	}
	want := "3 results wait for review. 1 result was rejected. 1 result failed its check. 1 result is the same file as another result."
	if got := strings.Join(said, " "); got != want {
		t.Errorf("left out: %s", got)
	}

	l, err = s.Results(t.Context(), nil, Filter{Build: genome.GRCh37, All: true})
	if got := titled(
		l,
	); err != nil || len(l.LeftOut) != 0 || len(got) != 9 || !slices.Contains(got, "sound=repeated") ||
		!slices.Contains(got, "copy waits=waiting") {
		t.Errorf("with all: %q, left out %+v: %v", got, l.LeftOut, err)
	}

	for all, total := range map[bool]int{false: 3, true: 9} {
		page := variantOf(t, s, VariantQuery{Text: "4:111710169", Build: genome.GRCh37, All: all})
		if page.Asked.Total != total || (len(page.Asked.LeftOut) == 0) != all {
			t.Errorf("a variant with all %v asks %+v", all, page.Asked)
		}
	}
}

// Of two results of one file that both have a caveat, the weightier reasons stay.
func TestARepeatedFileKeepsItsCaveat(t *testing.T) {
	results := []Result{
		{Ref: Ref{FileResult, "b"}, Content: "x", Caveat: Failed}, {Ref: Ref{FileResult, "a"}, Content: "x", Caveat: Waiting},
	}
	markRepeated(results)
	if results[0].Caveat != Failed || results[1].Caveat != Waiting {
		t.Errorf("%+v", results)
	}
}
