package hermes

import (
	"context"
	"strconv"

	"cohortium/internal/platform/record"
)

// Withdrawal lists the acceptances that another run of a submission withdraws.
type Withdrawal struct {
	AcceptedBy []record.Person
	Metas      []MetaUse // that use the accepted run
}

// withdrawalOf returns what another run of a submission withdraws, from the meta-analyses that use
// the submission; nil if the current run has no acceptance.
func withdrawalOf(u *Submission, uses []MetaUse) *Withdrawal {
	accepted := u.acceptedBy()
	if len(accepted) == 0 {
		return nil
	}
	return &Withdrawal{AcceptedBy: accepted, Metas: resting(uses, u.RunID)}
}

// sentence describes the withdrawal. It names meta-analyses only for callers who may see them.
func (w *Withdrawal) sentence(named bool) string {
	out := "The acceptance by " + joined(record.Names(w.AcceptedBy)) + " is withdrawn."
	switch n := len(w.Metas); {
	case n == 0:
		return out
	case named && n == 1:
		return out + " " + metasNamed(w.Metas) + " used it and is marked: its input has changed."
	case named:
		return out + " " + metasNamed(w.Metas) + " used it and are marked: their input has changed."
	case n == 1:
		return out + " A meta-analysis used it and is marked: its input has changed."
	default:
		return out + " " + strconv.Itoa(n) + " meta-analyses used it and are marked: their input has changed."
	}
}

// usesOfAccepted returns the meta-analyses that use the current runs of submissions with an
// acceptance, by run.
func (s *Service) usesOfAccepted(ctx context.Context, uploads []*Submission) (map[string][]MetaUse, error) {
	var ids, runs []string
	for _, u := range uploads {
		if len(u.acceptedBy()) > 0 {
			ids, runs = append(ids, u.ID), append(runs, u.RunID)
		}
	}
	return s.store.MetasUsingRuns(ctx, ids, runs)
}
