package hermes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// PrintedReport returns the report of a completed run as one HTML page: its figures, and the
// accepted files that it was compared with.
func (s *Service) PrintedReport(ctx context.Context, id *auth.Identity, uploadID, runID string) (page []byte, name string, err error) {
	defer errs.Wrap(&err, "hermes.PrintedReport(%q, %q)", uploadID, runID)
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, "", err
	}
	run, err := s.runOf(ctx, uploadID, runID)
	if err != nil {
		return nil, "", err
	}
	if run.Status != RunCompleted || len(run.Report) == 0 {
		return nil, "", errs.Missing("report")
	}
	phenotype, err := s.PhenotypeWords(ctx, u.Phenotype)
	if err != nil {
		return nil, "", err
	}
	p := &qc.Printed{Title: u.DatasetName, Facts: printedFacts(u, run, phenotype), Report: new(qc.Report), Figures: map[string][]byte{}}
	if err := json.Unmarshal(run.Report, p.Report); err != nil {
		return nil, "", err
	}
	for _, figure := range qc.PrintedFigures {
		p.Figures[figure], err = s.small(ctx, runPrefix(u.ID, run.ID, run.Attempt)+figure+".svg")
		if err != nil && !errs.Is(err, errs.NotFound) {
			return nil, "", err
		}
	}
	if p.Beside, err = s.printedBeside(ctx, id, u, run); err != nil {
		return nil, "", err
	}
	if p.Others, err = s.printedOthers(ctx, id, u); err != nil {
		return nil, "", err
	}
	var out bytes.Buffer
	err = qc.Print(&out, p)
	return out.Bytes(), u.DatasetName + ".report.html", err
}

// printedFacts returns the facts about the submission at the head of the report.
func printedFacts(u *Submission, run *QCRun, phenotype string) []qc.Fact {
	people := phrase.Thousands(u.NTotal)
	if u.Cases != nil {
		people += ", " + phrase.Thousands(*u.Cases) + " of them cases"
	}
	return []qc.Fact{
		{Name: "Cohort", Value: u.Cohort}, {Name: "Phenotype", Value: phenotype},
		{Name: "Ancestry", Value: labelOf(Ancestries(), u.Ancestry)}, {Name: "Sex", Value: labelOf(Sexes(), u.Sex)}, {Name: "People", Value: people},
		{Name: "QC run", Value: phrase.Thousands(int64(run.Number)) + ", " + run.FinishedAt.UTC().Format("2 January 2006, 15:04 UTC")},
		{Name: "Status", Value: statusWords[u.Status]},
	}
}

// statusWords are the pages' labels of the statuses.
var statusWords = map[UploadStatus]string{
	SubmittedToQC:       "In QC",
	FailedToSubmitToQC:  "QC did not start",
	FailedQC:            "Failed QC",
	ReadyForReview:      "Ready for review",
	ReviewApproved:      "Accepted",
	ReviewRejected:      "Rejected",
	SubmittedToLiftover: "In liftover",
	LiftoverComplete:    "Lifted over",
	LiftoverFailed:      "Liftover failed",
}

// printedOthers returns the other files of the phenotype that the reader may see and that have a
// report.
func (s *Service) printedOthers(ctx context.Context, id *auth.Identity, u *Submission) ([]plot.Placed, error) {
	peers, err := s.Peers(ctx, id, u.ID)
	if err != nil {
		return nil, err
	}
	var others []plot.Placed
	for _, peer := range peers {
		if peer.ID == u.ID || peer.Place == nil {
			continue
		}
		placed := plot.Placed{Name: peer.DatasetName, Accepted: peer.Status == ReviewApproved, Lambda: peer.Place.LambdaGC}
		if len(peer.Place.SEN) > 0 { // a report of an early version has none
			if err := json.Unmarshal(peer.Place.SEN, &placed.SEN); err != nil {
				return nil, err
			}
		}
		others = append(others, placed)
	}
	return others, nil
}

// printedBeside returns the finished comparisons. A printed page does not wait for others.
func (s *Service) printedBeside(ctx context.Context, id *auth.Identity, u *Submission, run *QCRun) ([]qc.PrintedPeer, error) {
	own, err := s.comparable(ctx, u, run, run.Attempt)
	if err != nil {
		return nil, err
	}
	others, err := s.neighbours(ctx, u, onlyOwn(id))
	if err != nil {
		return nil, err
	}
	var beside []qc.PrintedPeer
	for _, other := range others {
		t, err := s.withCurrent(ctx, own, other, new(int))
		switch {
		case errors.Is(err, errLater) || err == nil && t == nil:
			continue
		case err != nil:
			return nil, err
		}
		beside = append(beside, qc.PrintedPeer{Name: other.DatasetName, Together: *t})
	}
	return beside, nil
}
