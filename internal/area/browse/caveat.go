package browse

import (
	"slices"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/phrase"
)

// Caveat is a reason not to compare a result with others.
type Caveat string

// The caveats. NoCaveat is a result that its consortium has accepted, or that needs no
// acceptance.
const (
	NoCaveat Caveat = ""
	Waiting  Caveat = "waiting"  // not reviewed yet
	Rejected Caveat = "rejected" // by a reviewer
	Failed   Caveat = "failed"   // its check failed
	Repeated Caveat = "repeated" // the same file as another result
)

// caveats in the order in which answers list them, with the words after one and after
// several results.
var caveats = []struct {
	Caveat
	one, several string
}{
	{Waiting, "result waits for review.", "results wait for review."},
	{Rejected, "result was rejected.", "results were rejected."},
	{Failed, "result failed its check.", "results failed their checks."},
	{Repeated, "result is the same file as another result.", "results are the same files as other results."},
}

// LeftOut counts the results that an answer leaves out for one reason.
type LeftOut struct {
	Caveat Caveat
	N      int
}

// Sentence returns “2 results wait for review.”
func (l LeftOut) Sentence() string {
	for _, c := range caveats {
		if c.Caveat == l.Caveat {
			return phrase.Counted(int64(l.N), c.one, c.several)
		}
	}
	return ""
}

// caveatOf returns the caveat of a submission whose QC run has ended. A reviewer's decision
// outweighs the verdict of QC.
func caveatOf(status hermes.UploadStatus, verdict string) Caveat {
	switch {
	case status == hermes.ReviewRejected:
		return Rejected
	case status == hermes.ReviewApproved:
		return NoCaveat
	case status == hermes.FailedQC, verdict == "fail":
		return Failed
	}
	return Waiting
}

// markRepeated marks all but one of the results of the same file: it keeps one without a
// caveat, else the first by reference.
func markRepeated(results []Result) {
	kept := map[string]*Result{}
	for i := range results {
		r := &results[i]
		if r.Content == "" {
			continue
		}
		before, repeated := kept[r.Content]
		switch {
		case !repeated:
			kept[r.Content] = r
		case before.sounder(r):
			r.repeat()
		default:
			before.repeat()
			kept[r.Content] = r
		}
	}
}

// sounder reports whether r rather than other is kept of two results of the same file.
func (r *Result) sounder(other *Result) bool {
	if (r.Caveat == NoCaveat) != (other.Caveat == NoCaveat) {
		return r.Caveat == NoCaveat
	}
	return r.Ref.String() < other.Ref.String()
}

// repeat marks a result as repeated unless a weightier caveat is known.
func (r *Result) repeat() {
	if r.Caveat == NoCaveat {
		r.Caveat = Repeated
	}
}

// withoutCaveat keeps the results without a caveat and counts the others by reason.
func withoutCaveat(results []Result) (kept []Result, out []LeftOut) {
	n := map[Caveat]int{}
	for _, r := range results {
		n[r.Caveat]++
	}
	for _, c := range caveats {
		if n[c.Caveat] > 0 {
			out = append(out, LeftOut{c.Caveat, n[c.Caveat]})
		}
	}
	return slices.DeleteFunc(results, func(r Result) bool { return r.Caveat != NoCaveat }), out
}
