package auth

import (
	"context"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/pquerna/otp/hotp"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// Codes of errors about the second factor.
const (
	codeNeeded = "second_factor_required"
	wrongCode  = "wrong_code"
)

const (
	factorDigits  = 6
	factorPeriod  = 30 // seconds of a step
	recoveryCount = 10
	recoveryBytes = 10 // 80 bits, so that a stolen hash does not reveal the code
	recoveryRunes = 16 // in base 32
)

// useCode uses up a code of an account within the transaction that opens its
// session. An account without a second factor needs none. errs.Unauthenticated
// (wrong_code) for a code that is wrong, too old or was used.
func (s *Service) useCode(ctx context.Context, tx Tx, u *User, code string) error {
	factor, err := confirmedFactor(ctx, tx, u.ID)
	if err != nil || factor == nil {
		return err
	}
	code = normalCode(code)
	if len(code) == recoveryRunes {
		return s.useRecoveryCode(ctx, tx, u, code)
	}
	step, ok := stepOf(factor.Secret, code, s.now(), factor.LastStep)
	if !ok {
		return codeRefused()
	}
	factor.LastStep = step
	return tx.SaveSecondFactor(ctx, factor)
}

func (s *Service) useRecoveryCode(ctx context.Context, tx Tx, u *User, code string) error {
	err := tx.UseRecoveryCode(ctx, u.ID, hashToken(code))
	if errs.Is(err, errs.NotFound) {
		return codeRefused()
	}
	if err != nil {
		return err
	}
	return audit.Append(ctx, tx, s.now(), audit.Entry{
		Action: audit.RecoveryCodeUsed, Object: "user", ObjectID: u.ID, Actor: u.UserName, ActorID: u.ID,
	})
}

func codeRefused() error {
	return errs.New(errs.Unauthenticated, wrongCode, "This code is wrong or was used already. Wait for the next one, or use a recovery code.")
}

// normalCode removes separators between the groups of a code.
func normalCode(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code))
}

// stepOf finds the time step after lastStep to which a code of a secret belongs:
// this one, or the one before or after for clocks that differ.
func stepOf(secret, code string, now time.Time, lastStep int64) (step int64, ok bool) {
	if len(code) != factorDigits {
		return 0, false
	}
	current := now.Unix() / factorPeriod
	for _, step := range []int64{current, current - 1, current + 1} {
		want, err := hotp.GenerateCode(secret, uint64(step)) // SHA-1 and six digits
		if err == nil && step > lastStep && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// newRecoveryCodes creates codes like ABCD-EFGH-IJKL-MNOP.
func (s *Service) newRecoveryCodes() ([]string, error) {
	codes := make([]string, recoveryCount)
	for i := range codes {
		random := make([]byte, recoveryBytes)
		if _, err := io.ReadFull(s.random, random); err != nil {
			return nil, err
		}
		text := base32.StdEncoding.EncodeToString(random)
		codes[i] = strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-")
	}
	return codes, nil
}

func hashCodes(codes []string) []string {
	hashes := make([]string, len(codes))
	for i, code := range codes {
		hashes[i] = hashToken(normalCode(code))
	}
	return hashes
}

// codeOf returns the code of the outermost errs.Error, "" if there is none.
func codeOf(err error) string {
	var known *errs.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

func hasCode(err error, code string) bool { return err != nil && codeOf(err) == code }
