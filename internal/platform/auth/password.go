package auth

import (
	"fmt"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"cohortium/internal/platform/errs"
)

// Limits of a password. Where it is the only factor, it must be long. Its content is free, except
// for the words that guessers try first.
const (
	MinPasswordRunes = 15
	MinSecondRunes   = 8 // with a second factor
	MaxPasswordBytes = 1024
	minDistinctRunes = 5
	minOwnRunes      = 8 // left after well-known words are taken out
)

// productName is a word that people choose first, as are the names of the areas.
const productName = "cohortium"

// CheckPassword applies the rule for new passwords: at least 15 characters, or 8
// where the account has a second factor, at most 1024 bytes, none of the
// passwords that guessers try first, and more than well-known words and the
// names of product, areas and account.
func CheckPassword(password, userName string, secondFactor bool) error {
	refuse := func(sentence string) error {
		return errs.New(errs.Rule, "weak_password", "%s", sentence).
			WithFields(errs.Field{Field: "password", Message: sentence})
	}
	least := MinPasswordRunes
	if secondFactor {
		least = MinSecondRunes
	}
	switch {
	case utf8.RuneCountInString(password) < least:
		return refuse(fmt.Sprintf("A password needs at least %d characters; a few unrelated words do well.", least))
	case len(password) > MaxPasswordBytes:
		return refuse("A password may have at most 1024 bytes.")
	}
	distinct := make(map[rune]bool)
	for _, r := range password {
		distinct[r] = true
	}
	if len(distinct) < minDistinctRunes {
		return refuse("This password repeats a few characters; use more different ones.")
	}
	if common(password) {
		return refuse("This password is one of those that guessers try first; choose another one.")
	}
	if utf8.RuneCountInString(ownPart(password, userName)) < minOwnRunes {
		return refuse("This password is made of words that guessers try first; add words of your own.")
	}
	return nil
}

// PasswordParams is the cost of one argon2id hash.
type PasswordParams struct {
	MemoryKiB   uint32
	Iterations  uint32
	Parallelism uint8
}

// DefaultPasswordParams returns the least cost allowed in production: 19 MiB, two passes, one lane.
func DefaultPasswordParams() PasswordParams {
	return PasswordParams{MemoryKiB: 19 * 1024, Iterations: 2, Parallelism: 1}
}

// hasher creates and checks argon2id hashes, a few at a time: each takes its memory while it runs,
// and a flood of guesses must not take it all.
type hasher struct {
	params argon2id.Params
	slots  chan struct{}
	dummy  string // hash of no password, for equal work for unknown users
}

func newHasher(p PasswordParams, parallel int) (*hasher, error) {
	h := &hasher{
		params: argon2id.Params{
			Memory: p.MemoryKiB, Iterations: p.Iterations, Parallelism: p.Parallelism,
			SaltLength: 16, KeyLength: 32,
		},
		slots: make(chan struct{}, parallel),
	}
	var err error
	h.dummy, err = h.hash("no account has this password")
	return h, err
}

func (h *hasher) hash(password string) (string, error) {
	h.slots <- struct{}{}
	defer func() { <-h.slots }()
	return argon2id.CreateHash(password, &h.params)
}

// check reports whether the password belongs to the hash and whether the hash
// is weaker than those made today. An empty or foreign hash matches nothing and
// takes as long as any other.
func (h *hasher) check(password, hash string) (match, weaker bool) {
	h.slots <- struct{}{}
	defer func() { <-h.slots }()
	own := true
	if _, _, _, err := argon2id.DecodeHash(hash); err != nil {
		hash, own = h.dummy, false
	}
	match, p, err := argon2id.CheckHash(password, hash)
	if err != nil || !own {
		return false, false
	}
	return match, p.Memory < h.params.Memory || p.Iterations < h.params.Iterations ||
		p.Parallelism < h.params.Parallelism || p.KeyLength < h.params.KeyLength
}
