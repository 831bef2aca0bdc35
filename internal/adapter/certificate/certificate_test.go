package certificate_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/certificate"
	"cohortium/internal/adapter/httpserver"
)

const host = "cohortium.test"

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// files writes a certificate that signs itself, and its key.
func files(t *testing.T, dir string, serial int64, ends time.Time, name string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), NotBefore: time.Now().Add(-time.Hour), NotAfter: ends, DNSNames: []string{name}, IsCA: true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	must(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	must(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	must(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	return cert, key
}

// served answers handshakes with a source and returns the address.
func served(t *testing.T, s *certificate.Source) string {
	t.Helper()
	l, err := tls.Listen("tcp", "127.0.0.1:0", s.Config())
	must(t, err)
	server := &http.Server{Handler: http.NotFoundHandler(), ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0)} //nolint:gosec // a test
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return l.Addr().String()
}

// shown returns the certificate of an address.
func shown(address string) (*x509.Certificate, error) {
	c, err := tls.Dial("tcp", address, &tls.Config{ServerName: host, InsecureSkipVerify: true}) //nolint:gosec // compared by the test
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.ConnectionState().PeerCertificates[0], nil
}

// await shakes hands until a certificate is the wanted one.
func await(t *testing.T, address string, want func(*x509.Certificate) bool) *x509.Certificate {
	t.Helper()
	var failure error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		c, err := shown(address)
		if failure = err; err == nil && want(c) {
			return c
		}
	}
	t.Fatalf("the certificate did not come: %v", failure)
	return nil
}

// Files are read again when they change; a certificate without its key leaves the one before.
func TestFilesAreReadAgain(t *testing.T) {
	t.Parallel()
	dir, ends := t.TempDir(), time.Now().Add(20*24*time.Hour).UTC().Truncate(time.Second)
	if _, err := certificate.Files(filepath.Join(dir, "absent"), filepath.Join(dir, "absent"), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("absent files are a certificate")
	}
	cert, key := files(t, dir, 1, ends, host)
	s, err := certificate.Files(cert, key, slog.New(slog.DiscardHandler))
	must(t, err)
	if got, known := s.Ends(); !known || !got.Equal(ends) {
		t.Errorf("ends %s, want %s", got, ends)
	}
	address := served(t, s)
	serial := func(n int64) func(*x509.Certificate) bool {
		return func(c *x509.Certificate) bool { return c.SerialNumber.Int64() == n }
	}
	await(t, address, serial(1))
	files(t, dir, 2, ends.Add(time.Hour), host)
	await(t, address, serial(2))
	if got, _ := s.Ends(); !got.Equal(ends.Add(time.Hour)) {
		t.Errorf("the end stayed: %s", got)
	}
	must(t, os.WriteFile(key, []byte("no key"), 0o600))
	time.Sleep(1200 * time.Millisecond)
	await(t, address, serial(2))
	files(t, dir, 3, ends, host)
	await(t, address, serial(3))
	if _, err := tls.Dial("tcp", address, &tls.Config{MaxVersion: tls.VersionTLS11, InsecureSkipVerify: true}); err == nil { //nolint:gosec // is refused
		t.Error("TLS 1.1 is answered")
	}
}

// A certificate authority is asked by ACME, and its certificate outlives a restart.
func TestACME(t *testing.T) {
	t.Parallel()
	programs := t.TempDir()
	build := exec.Command("go", "build", "-modfile=../../../tools/acme.mod", "-o", programs+"/",
		"github.com/letsencrypt/pebble/v2/cmd/pebble", "github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0") // of the server, which the authority asks for its proof
	must(t, err)
	directory, roots := authority(t, programs, l.Addr().(*net.TCPAddr).Port)
	options := certificate.ACMEOptions{
		Directory: directory,
		Email:     "admin@cohortium.test",
		Roots:     roots,
		Host:      host,
		Folder:    filepath.Join(t.TempDir(), "acme"),
	}
	s, err := certificate.ACME(options)
	must(t, err)
	if _, known := s.Ends(); known {
		t.Error("there is a certificate before the first request")
	}
	quiet := slog.New(slog.DiscardHandler)
	go func() {
		_ = httpserver.ServeTLS(t.Context(), l, http.NotFoundHandler(), httpserver.Standard(), nil, quiet, s.Config())
	}()
	first := await(t, l.Addr().String(), func(c *x509.Certificate) bool { return strings.Contains(c.Issuer.CommonName, "Pebble") })
	if err := first.VerifyHostname(host); err != nil {
		t.Error(err)
	}
	if ends, known := s.Ends(); !known || !ends.Equal(first.NotAfter) {
		t.Errorf("ends %s, want %s", ends, first.NotAfter)
	}
	info, err := os.Stat(options.Folder)
	must(t, err)
	if info.Mode().Perm() != 0o700 {
		t.Errorf("keys are in a folder with mode %s", info.Mode())
	}
	again, err := certificate.ACME(options)
	must(t, err)
	second := await(t, served(t, again), func(*x509.Certificate) bool { return true })
	if !second.Equal(first) {
		t.Error("a restart asked for another certificate")
	}
	if c, err := again.Config().GetCertificate(&tls.ClientHelloInfo{ServerName: "other.test"}); err == nil {
		t.Errorf("a certificate for another name: %v", c.Leaf.DNSNames)
	}
}

// authority starts Pebble with a resolver that knows this machine only, and returns its directory and
// the file of its own certificate.
func authority(t *testing.T, programs string, tlsPort int) (directory, roots string) {
	t.Helper()
	dir := t.TempDir()
	cert, key := files(t, dir, 1, time.Now().Add(time.Hour), "localhost")
	dns, api, manage := free(t), free(t), free(t)
	start(t, programs+"/pebble-challtestsrv", "-dnsserver", dns, "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-management", free(t),
		"-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", "")
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": api, "managementListenAddress": manage, "certificate": cert, "privateKey": key, "httpPort": 1, "tlsPort": tlsPort,
	}})
	must(t, err)
	path := filepath.Join(dir, "pebble.json")
	must(t, os.WriteFile(path, config, 0o600))
	start(t, programs+"/pebble", "-config", path, "-dnsserver", dns, "-strict")
	for range 200 {
		if conn, err := net.Dial("tcp", api); err == nil {
			must(t, conn.Close())
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	_, port, err := net.SplitHostPort(api)
	must(t, err)
	return fmt.Sprintf("https://localhost:%s/dir", port), cert
}

func start(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// free returns an address of this machine that is not in use.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}
