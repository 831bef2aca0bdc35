package hermes

import (
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// jury decides who may review what: upload, change and each acceptance must come from different
// people. Decision 32 defines which accounts count as one person.
type jury struct {
	kin   *auth.Kinship
	staff []Member // accounts that review
}

// benches are the data sources of a jury.
type benches interface {
	Ties
	Staff
}

func newJury(ctx context.Context, from benches) (*jury, error) {
	ties, err := from.Ties(ctx)
	if err != nil {
		return nil, err
	}
	staff, err := reviewers(ctx, from)
	return &jury{kin: auth.NewKinship(ties), staff: staff}, err
}

// The reasons why an account may not review a submission.
const (
	ownFile          = "own_file"
	uploadersAccount = "uploaders_account"
	editorsAccount   = "editors_account"
	acceptedAlready  = "accepted_already"
	firstsAccount    = "first_reviewers_account"
)

// concerned returns why an account may not review a submission, regardless of other reviewers; "" if
// it may.
func (j *jury) concerned(userID string, u *Submission) string {
	switch {
	case userID == u.UploaderID:
		return ownFile
	case j.kin.Bars(userID, u.UploaderID):
		return uploadersAccount
	case slices.ContainsFunc(u.Review.Editors, func(id string) bool { return j.kin.Bars(userID, id) }):
		return editorsAccount
	}
	return ""
}

// barred is concerned, plus why an account may not be the second reviewer.
func (j *jury) barred(userID string, u *Submission) string {
	if why := j.concerned(userID, u); why != "" {
		return why
	}
	switch first := u.AcceptedFirstID(); {
	case first == "":
	case first == userID:
		return acceptedAlready
	case j.kin.Bars(userID, first), j.kin.Bars(first, userID):
		return firstsAccount
	}
	return ""
}

// reasons returns why the caller may not review a submission, and why another account may not.
func reasons(why string) (own, others string) {
	switch why {
	case ownFile:
		return "You uploaded this file.", "This account uploaded the file."
	case uploadersAccount:
		return "Your account and the uploader's may belong to one person: " + tied, "This account and the uploader's may belong to one person: " + tied
	case editorsAccount:
		return "You, or an account that may be yours, changed this submission.", "This account, or one that may be the same person's, changed the submission."
	case acceptedAlready:
		return "You accepted this submission already.", "This account accepted the submission already."
	}
	return "Your account and the first reviewer's may belong to one person: " + tied, "This account and the first reviewer's may belong to one person: " + tied
}

const tied = "one made, invited, reset or promoted the other, or both have the same maker."

// refusal explains to the caller why they may not review a submission, and who may.
func (j *jury) refusal(why string, u *Submission) string {
	own, _ := reasons(why)
	return own + " " + j.eligible(u)
}

// unfit explains why the chosen reviewer may not review a submission, and who may.
func (j *jury) unfit(why string, u *Submission) string {
	_, others := reasons(why)
	return others + " " + j.eligible(u)
}

// eligible names the accounts that may review a submission.
func (j *jury) eligible(u *Submission) string {
	const most = 5
	var names []string
	for _, m := range j.staff {
		if j.barred(m.ID, u) == "" {
			names = append(names, m.UserName)
		}
	}
	switch {
	case len(names) == 0:
		return "No other reviewer may review it now: ask an administrator to invite one."
	case len(names) > most:
		names = append(names[:most], "others")
	}
	return "It can be reviewed by: " + strings.Join(names, ", ") + "."
}

// fourEyes refuses an account for the reason that ask returns: errs.Forbidden, or errs.Conflict if
// it has already accepted the submission.
func fourEyes(ctx context.Context, tx Tx, u *Submission, userID string, ask func(*jury, string, *Submission) string) error {
	j, err := newJury(ctx, tx)
	if err != nil {
		return err
	}
	switch why := ask(j, userID, u); why {
	case "":
		return nil
	case acceptedAlready:
		return errs.New(errs.Conflict, why, "%s", j.refusal(why, u))
	default:
		return errs.New(errs.Forbidden, why, "%s", j.refusal(why, u))
	}
}
