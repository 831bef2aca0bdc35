package dataset

import (
	"context"
	"fmt"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// NameTaken returns the message for a name that another data set has.
func NameTaken(name string) string {
	return fmt.Sprintf("A data set named %q exists already, perhaps in the bin. Choose another name.", name)
}

// NameProblem returns why a data set cannot have a typed name, "" if it can.
func (s *Service) NameProblem(ctx context.Context, by *auth.Identity, name string) (_ string, err error) {
	defer errs.Wrap(&err, "dataset.NameProblem(%q)", name)
	if err := mustRegister(by); err != nil {
		return "", err
	}
	var f faults
	if f.line("name", &name, maxName, true); len(f) > 0 {
		return f[0].Message, nil
	}
	other, err := s.store.DatasetByName(ctx, name)
	if _, _, err = admitted(by, other, err); errs.Is(err, errs.NotFound) { // it does not exist, or the caller must not learn of it
		return "", nil
	}
	return NameTaken(name), err
}
