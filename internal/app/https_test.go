package app

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
)

// TestAServerAnswersHTTPS starts a server with a certificate of files: it answers https with HSTS,
// redirects http to its public address, and shows administrators when the certificate ends.
func TestAServerAnswersHTTPS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(20 * 24 * time.Hour),
		DNSNames: []string{"registry.example.org"}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	must(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	settings := localSettings(t)
	addSGCPeople(t, settings)
	settings.BaseURL = "https://registry.example.org"
	settings.TLSCert, settings.TLSKey = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	must(t, os.WriteFile(settings.TLSCert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	must(t, os.WriteFile(settings.TLSKey, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	settings.RedirectListen = l.Addr().String()
	must(t, l.Close())
	base, stop := serve(t, settings)
	defer stop()
	if !strings.HasPrefix(base, "https://") {
		t.Fatalf("it answers at %s", base)
	}
	roots := x509.NewCertPool()
	parsed, err := x509.ParseCertificate(der)
	must(t, err)
	roots.AddCert(parsed)
	client := &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "registry.example.org", MinVersion: tls.VersionTLS12}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	ask := func(method, address string) (*http.Response, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, address, http.NoBody)
		must(t, err)
		answer, err := client.Do(req)
		must(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		return answer, string(text)
	}
	answer, _ := ask(http.MethodGet, base+"/readyz")
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Strict-Transport-Security"), "max-age=63072000") {
		t.Errorf("%s, %v", answer.Status, answer.Header)
	}
	plain := "http://" + settings.RedirectListen
	answer, _ = ask(http.MethodGet, plain+"/p/a%2Fb?q=1")
	if to := answer.Header.Get("Location"); answer.StatusCode != http.StatusMovedPermanently || to != "https://registry.example.org/p/a%2Fb?q=1" {
		t.Errorf("redirect: %s to %s", answer.Status, to)
	}
	if answer, _ = ask(http.MethodGet, plain+"//evil.example/x"); !strings.HasPrefix(answer.Header.Get("Location"), "https://registry.example.org/") {
		t.Errorf("redirected to %s", answer.Header.Get("Location"))
	}
	if answer, text := ask(http.MethodPost, plain+"/api/login"); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a password in plain text: %s %s", answer.Status, text)
	}
}

// TestSettingsOfHTTPS refuses settings that do not fit together.
func TestSettingsOfHTTPS(t *testing.T) {
	t.Parallel()
	https := []string{"--base-url", "https://registry.example.org"}
	for want, args := range map[string][]string{
		"have to be set together":            append([]string{"--tls-cert", "c.pem"}, https...),
		"leave out --tls-cert":               append([]string{"--acme", "--tls-cert", "c.pem", "--tls-key", "k.pem"}, https...),
		"--redirect-listen needs":            {"--redirect-listen", ":80"},
		"has to start with https://":         {"--acme", "--base-url", "http://registry.example.org"},
		"not an IP address":                  {"--acme", "--base-url", "https://192.0.2.1"},
		"--acme-directory has to start":      append([]string{"--acme", "--acme-directory", "http://ca.example.org"}, https...),
		"--redirect-listen has to be":        append([]string{"--acme", "--redirect-listen", "80"}, https...),
		"absent.pem with the key absent.pem": append([]string{"--tls-cert", "absent.pem", "--tls-key", "absent.pem"}, https...),
	} {
		commanded(t, console.ExitUsage, want, append([]string{"serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0"}, args...)...)
	}
}
